-- Of the first new rows without an id, how many equal a record without an id of another data source, and the data source of most of them.
-- Caller: importing.fileImport.findEqual
-- Index: observations_taxon
with new as (
    select * from import_records where change = 'new' and occurrence_id is null and not absent order by nth limit @rows::int
), equal as (
    select (select o.data_source_key from observations o
            where o.taxon_key = r.taxon_key and o.observed_at = r.observed_at and o.geom = r.geom and o.count = r.count
              and o.occurrence_id is null and o.data_source_key is distinct from r.data_source_key limit 1) as key
    from new r
)
select (select count(*) from new) as rows, count(e.key) as equal,
       coalesce((select name from data_sources where key = mode() within group (order by e.key)), '') as name
from equal e
