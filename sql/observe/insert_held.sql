-- Stores a new observation that waits for a review, as insert.sql stores one that does not.
-- Caller: observe.draft.insertion
-- Index: country_pieces_shape, observations_pkey, held_observations_id
with place as materialized (
    select geom, place_of(geom) as country_id
    from (select ST_SetSRID(ST_MakePoint(@lng::float8, @lat::float8), 4326) as geom) point
), stored as (
    insert into held_observations (
-- include: fragment/inserted_columns.sql
        , publication, held_reason, request_hash)
    select
-- include: fragment/inserted_values.sql
        , 'pending', @held_reason::text, @hash::bytea
    from place
    left join countries c on c.id = place.country_id
    where not exists (select from observations o where o.id = @id::uuid)
      and not exists (select from held_observations h where h.id = @id::uuid and h.removal is null)
      and (@hash::bytea is null or not exists (select from taken_elsewhere(array[@id::uuid])))
    on conflict (id) where removal is null do nothing
    returning *
), receipt as (
    insert into receipts (hash, observation_id) select @receipt::bytea, id from stored where @receipt::bytea is not null
), noted as (
    insert into history (entity, entity_id, action, actor_kind, actor, became)
    select 'observation', id::text, 'created', @actor_kind::text, @actor::text, '{"publication": "pending"}' from stored
)
select o.publication, o.held_reason,
-- include: fragment/observation_columns.sql
from stored o
join taxa t on t.key = o.taxon_key
left join data_sources d on d.key = o.data_source_key
