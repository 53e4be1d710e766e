-- Every record by data source, status and taxon, rejected ones too. Used until the tile index is loaded.
-- Caller: counting.Counter.bySQL
-- Index: none, a scan of observations
select coalesce(data_source_key, 0) as data_source_key, status, taxon_key, count(*) as records
from observations
group by 1, 2, 3
order by 1, 2, 3
