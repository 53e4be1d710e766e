-- The data version and the catalog that the summaries of schema gis were counted from, and the present ones.
-- Caller: gis.countAlone
-- Index: none, small tables
select data_version as counted, catalog_hash as counted_catalog,
       log_epoch() || '/'
           || ((select coalesce(sum(forgotten), 0) from observation_areas) + (select count(*) from observation_touches)) as present,
       coalesce((select hash from catalog_version), '') as present_catalog
from gis_counted
