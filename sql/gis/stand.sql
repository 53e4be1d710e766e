-- What the sums of schema gis were made of, and what there is now: the data version as the change log has it, and the
-- catalog.
-- Caller: gis.countAlone
-- Index: none, small tables
select data_version as counted, catalog_hash as counted_catalog,
       coalesce((select epoch::text from observation_epoch), '') || '/'
           || ((select coalesce(sum(forgotten), 0) from observation_areas) + (select count(*) from observation_touches)) as present,
       coalesce((select hash from catalog_version), '') as present_catalog
from gis_counted
