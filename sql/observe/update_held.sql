-- Changes an observation that is not public, as update.sql changes one that is.
-- Caller: observe.Observe.read, observe.Observe.repeated, observe.store.find, observe.store.lock
-- Index: held_observations_id
with place as materialized (
    select geom, place_of(geom) as country_id
    from (select ST_SetSRID(ST_MakePoint(@lng::float8, @lat::float8), 4326) as geom) point
    where @moved::boolean
)
update held_observations o set
-- include: fragment/updated_columns.sql
from held_observations e
left join place on true
left join countries c on c.id = place.country_id
where o.id = @id::uuid and o.removal is null and e.id = @id::uuid and e.removal is null
