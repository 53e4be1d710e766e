-- Removes the observations that missing.sql found, so that they can be restored. It asks by the primary key and not by the data source, which the
-- planner takes for empty where its statistics do not know it: it would then compare its rows with those of the file one by one.
-- Caller: importing.fileImport.removeMissing
-- Index: observations_pkey, observation_requests_pkey
with gone as (
    delete from observations where id in (select m.id from import_missing m where m.status is not null)
    returning updated_at,
-- include: fragment/moved_columns.sql
)
insert into held_observations (removal, publication, request_hash, updated_at,
-- include: fragment/moved_columns.sql
)
select @removal::uuid, 'removed', (select r.hash from observation_requests r where r.id = gone.id), updated_at,
-- include: fragment/moved_columns.sql
from gone
