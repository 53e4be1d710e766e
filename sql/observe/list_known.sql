-- The observations with ids that still match, newest first; their names come from memory. "offset 0" makes PostgreSQL look for the ids,
-- whatever else is asked for, so one plan is good for all of them.
-- Caller: observe.store.known
-- Index: observations_pkey
select '' as species_id, '' as species_scientific_name, null::text as data_source,
-- include: fragment/record_columns.sql
from (select * from observations where id = any(@ids::uuid[]) offset 0) o
where
-- include: fragment/filter.sql
order by o.observed_at desc, o.id
