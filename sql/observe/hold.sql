-- Takes an observation from the public. The hash of the request that made it goes along.
-- Caller: observe.store.move
-- Index: observations_pkey, observation_requests_pkey
with gone as (
    delete from observations where id = @id::uuid
    returning updated_at,
-- include: fragment/moved_columns.sql
)
insert into held_observations (publication, held_reason, request_hash, updated_at,
-- include: fragment/moved_columns.sql
)
select @publication::text, @reason::text, (select r.hash from observation_requests r where r.id = gone.id),
    greatest(clock_timestamp(), updated_at + interval '1 microsecond'),
-- include: fragment/moved_columns.sql
from gone
