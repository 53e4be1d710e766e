-- Makes an observation public that was not. The hash of the request that made it comes along.
-- Caller: observe.store.move
-- Index: held_observations_id
with gone as (
    delete from held_observations where id = @id::uuid and removal is null
    returning request_hash, updated_at,
-- include: fragment/moved_columns.sql
), shown as (
    insert into observations (updated_at,
-- include: fragment/moved_columns.sql
    )
    select greatest(clock_timestamp(), updated_at + interval '1 microsecond'),
-- include: fragment/moved_columns.sql
    from gone
    returning id
)
insert into observation_requests (id, hash)
select id, request_hash from shown join gone using (id) where request_hash is not null
on conflict (id) do update set hash = excluded.hash
