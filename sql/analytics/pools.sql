-- Pools that were tested for a pathogen, by bin of time and by what else is asked, with how many have each result. The bin is the week since
-- 1600-01-03, a Monday, the month or the year of the last day; it says nothing of pools that fit in none, as calendar.Fits says.
-- Caller: analytics.Analytics.poolsOf
-- Index: pools_pathogen, or that of the filter
select case @unit::text when 'week' then (last_day - date '1600-01-03' + @shift::int) / 7
                        when 'month' then (extract(year from last_day) * 12 + extract(month from last_day) - 1)::int
                        when 'year' then extract(year from last_day)::int
                        else 0 end as bin,
       fits, case when @by_protocol::boolean then sampling_protocol end as protocol, case when @by_species::boolean then taxon_key end as taxon,
       case when @by_country::boolean then country_id end as country,
       case when @by_area::boolean then ST_X(geom) end as lon, case when @by_area::boolean then ST_Y(geom) end as lat,
       sex, life_stage, size,
       count(*) filter (where result <> 'inconclusive') as pools, count(*) filter (where result = 'positive') as positive,
       count(*) filter (where result = 'inconclusive') as inconclusive,
       count(*) filter (where taxon_key = any(@unidentified::int[])) as unidentified
from (
    select o.*, @unit::text = 'none' or (o.date_precision = any(@precisions::text[]) and o.last_day - o.first_day < @max_days::int) or
           (@unit::text = 'year' and o.date_precision = 'year') as fits
    from pools o
    where lower(o.pathogen) = @pathogen::text and
-- include: fragment/filter_pool.sql
) o
group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
order by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
