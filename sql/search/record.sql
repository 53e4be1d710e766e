-- The record of an id, if it is public.
-- Caller: search.store.record
-- Index: observations_pkey
select t.scientific_name as name, coalesce(to_char(o.observed_at at time zone 'UTC', 'YYYY-MM-DD'), '') as day, ST_X(o.geom) as lon, ST_Y(o.geom) as lat
from observations o
join taxa t on t.key = o.taxon_key
where o.id = @id::uuid
