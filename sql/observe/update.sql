-- Changes an observation, its country and region when it moved. updated_at grows even when the clock does not.
-- Caller: observe.store.find, observe.store.lock
-- Index: observations_pkey
with place as materialized (
    select geom, place_of(geom) as country_id
    from (select ST_SetSRID(ST_MakePoint(@lng::float8, @lat::float8), 4326) as geom) point
    where @moved::boolean
)
update observations o set
-- include: fragment/updated_columns.sql
from exact_observations e
left join place on true
left join countries c on c.id = place.country_id
where o.id = @id::uuid and e.id = @id::uuid
