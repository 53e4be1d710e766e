-- Every record by data source, status and taxon, rejected ones too: a scan of the table. geo.Counter, while the tile index is
-- not there.
select coalesce(data_source_key, 0) as data_source_key, status, taxon_key, count(*) as records
from observations
group by 1, 2, 3
order by 1, 2, 3
