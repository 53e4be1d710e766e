-- Stores a new observation with its country and region, the hash of the request where the client chose the id, and that of the receipt where
-- there is one, and returns it. It is an entry of the history. An id that is taken stores nothing and returns no row: who chose the id has its lock
-- (lock_ids.sql), and a record that moves meanwhile is in one of the tables of one snapshot. "materialized" makes PostgreSQL call place_of once.
-- Caller: observe.draft.insertion
-- Index: country_pieces_shape, observations_pkey, held_observations_id, observation_requests_pkey
with place as materialized (
    select geom, place_of(geom) as country_id
    from (select ST_SetSRID(ST_MakePoint(@lng::float8, @lat::float8), 4326) as geom) point
), stored as (
    insert into observations (
-- include: fragment/inserted_columns.sql
    )
    select
-- include: fragment/inserted_values.sql
    from place
    left join countries c on c.id = place.country_id
    where not exists (select from observations o where o.id = @id::uuid)
      and not exists (select from held_observations h where h.id = @id::uuid and h.removal is null)
      and (@hash::bytea is null or not exists (select from taken_elsewhere(array[@id::uuid])))
    returning *
), request as (
    insert into observation_requests (id, hash) select id, @hash::bytea from stored where @hash::bytea is not null
    on conflict (id) do update set hash = excluded.hash
), receipt as (
    insert into receipts (hash, observation_id) select @receipt::bytea, id from stored where @receipt::bytea is not null
), noted as (
    insert into history (entity, entity_id, action, actor_kind, actor, became)
    select 'observation', id::text, 'created', @actor_kind::text, @actor::text, '{"publication": "public"}' from stored
)
select 'public' as publication, null::text as held_reason,
-- include: fragment/observation_columns.sql
from stored o
join taxa t on t.key = o.taxon_key
left join data_sources d on d.key = o.data_source_key
