-- Pools that were tested for a pathogen, by bin of time and by what else is asked, with how many have each result. Their bin begins with a
-- week, month or year; it is null for those in none, as calendar.Fits says, and without an interval.
-- Caller: analytics.Analytics.poolsOf
-- Index: pools_pathogen, or that of the filter
select case when fits then (date_trunc(@unit::text, last_day + @shift::int)::date - @shift::int) - date '1970-01-01' end as bin, fits,
       case when @by_protocol::boolean then coalesce(sampling_protocol, '') else '' end as protocol,
       case when @by_species::boolean then taxon_key else 0 end as taxon,
       case when @by_country::boolean then coalesce(country_id, '') else '' end as country,
       case when @by_area::boolean then ST_X(geom) else 0 end as lon, case when @by_area::boolean then ST_Y(geom) else 0 end as lat,
       coalesce(lower(sex), '') as sex, coalesce(lower(life_stage), '') as life_stage, size,
       count(*) filter (where result <> 'inconclusive') as pools, count(*) filter (where result = 'positive') as positive,
       count(*) filter (where result = 'inconclusive') as inconclusive,
       count(*) filter (where taxon_key = any(@unidentified::int[])) as unidentified
from (
    select o.*, @whole::boolean or (o.date_precision = any(@precisions::text[]) and o.last_day - o.first_day < @max_days::int) or
           (@unit::text = 'year' and o.date_precision = 'year') as fits
    from pools o
    where lower(o.pathogen) = @pathogen::text and
-- include: fragment/filter_pool.sql
) o
group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
order by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
