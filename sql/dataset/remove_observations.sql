-- Removes the observations of a data source, so that they can be restored.
-- Caller: datasets.removeByKey
-- Index: observations_data_source, observation_requests_pkey
with gone as (
    delete from observations where data_source_key = @key::int
    returning updated_at,
-- include: fragment/moved_columns.sql
)
insert into held_observations (removal, publication, request_hash, updated_at,
-- include: fragment/moved_columns.sql
)
select @removal::uuid, 'removed', (select r.hash from observation_requests r where r.id = gone.id), updated_at,
-- include: fragment/moved_columns.sql
from gone
