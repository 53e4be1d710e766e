-- Sums of what matches by taxon, country and data source. Used until the tile index is loaded.
-- Caller: counting.Counter.bySQL
-- Index: that of the filter
select o.taxon_key, coalesce(o.country_id, '') as country_id, coalesce(o.data_source_key, 0) as data_source_key,
       count(*) as records, sum(o.count)::bigint as specimens,
       min(o.first_day) as first, (min(array[o.first_day, o.last_day]))[2] as first_until,
       max(o.last_day) as last, (max(array[o.last_day, o.first_day]))[2] as last_from, true as exact
from observations o
where
-- include: fragment/filter.sql
group by 1, 2, 3
order by 1, 2, 3
