-- Removes the pools that missing.sql found, so that they can be restored. It asks by the primary key and not by the data source, which the
-- planner takes for empty where its statistics do not know it: it would then compare its rows with those of the file one by one.
-- Caller: importing.fileImport.removeMissing
-- Index: pools_pkey
with gone as (
    delete from pools where id in (select m.id from import_missing m where m.pool)
    returning data_source_key,
-- include: fragment/moved_pool_columns.sql
)
insert into held_pools (removal, data_source_key,
-- include: fragment/moved_pool_columns.sql
)
select @removal::uuid, data_source_key,
-- include: fragment/moved_pool_columns.sql
from gone
