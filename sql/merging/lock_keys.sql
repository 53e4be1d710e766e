-- Whether every taxon, country, region and data source that the file's records name exists. They are locked against removal until the
-- transaction ends, as a check of each row would lock them.
-- Caller: importing.fileImport.withoutKeyChecks
-- Index: taxa_pkey, countries_pkey, regions_pkey, data_sources_pkey
with named as materialized (
    select distinct taxon_key, country_id, region_id, data_source_key from import_records where change in ('new', 'changed')
), taxa as materialized (
    select t.key from taxa t where t.key in (select taxon_key from named) for key share
), countries as materialized (
    select c.id from countries c where c.id in (select country_id from named) for key share
), regions as materialized (
    select r.id from regions r where r.id in (select region_id from named) for key share
), sources as materialized (
    select d.key from data_sources d where d.key in (select data_source_key from named) for key share
)
select (select count(distinct taxon_key) from named) = (select count(*) from taxa)
   and (select count(distinct country_id) from named) = (select count(*) from countries)
   and (select count(distinct region_id) from named) = (select count(*) from regions)
   and (select count(distinct data_source_key) from named) = (select count(*) from sources) as all_there
