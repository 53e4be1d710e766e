-- Removes the pools of a data source, so that they can be restored.
-- Caller: datasets.removeByKey
-- Index: pools_test
with gone as (
    delete from pools where data_source_key = @key::int
    returning data_source_key,
-- include: fragment/moved_pool_columns.sql
)
insert into held_pools (removal, data_source_key,
-- include: fragment/moved_pool_columns.sql
)
select @removal::uuid, data_source_key,
-- include: fragment/moved_pool_columns.sql
from gone
