-- Brings back the observations of a removal that were public, to a data source where @key names one. Those whose id was stored anew stay away.
-- Caller: datasets.restore
-- Index: held_observations_removal, held_observations_id, observations_pkey
with back as (
    delete from held_observations where removal = @removal::uuid and publication = 'removed'
    returning request_hash, updated_at,
-- include: fragment/moved_columns.sql
), shown as (
    insert into observations (updated_at,
-- include: fragment/moved_columns.sql
    )
    select updated_at,
-- include: fragment/moved_columns.sql
    from back
    where not exists (select from held_observations h where h.id = back.id and h.removal is null)
      and not exists (select from observations o where o.id = back.id)
    returning id
), requests as (
    insert into observation_requests (id, hash)
    select id, request_hash from shown join back using (id) where request_hash is not null
    on conflict (id) do update set hash = excluded.hash
)
select count(*) from shown
