-- Records and specimens of each name and sex by their days. Used until the tile index is loaded.
-- Caller: counting.Counter.Series
-- Index: that of the filter
select o.first_day - date '1970-01-01' as first, o.last_day - date '1970-01-01' as last, o.taxon_key, coalesce(lower(o.sex), '') as sex,
       count(*) as records, sum(o.count)::bigint as specimens
from observations o
where
-- include: fragment/filter.sql
group by 1, 2, 3, 4
order by 1, 2, 3, 4
