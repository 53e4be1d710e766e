-- Brings back the pools of a removal, to a data source where @key names one. Those whose id was stored anew stay away.
-- Caller: datasets.restore
-- Index: held_pools_pkey
with back as (
    delete from held_pools where removal = @removal::uuid
    returning data_source_key,
-- include: fragment/moved_pool_columns.sql
)
insert into pools (data_source_key,
-- include: fragment/moved_pool_columns.sql
)
select coalesce(@key::int, data_source_key),
-- include: fragment/moved_pool_columns.sql
from back
on conflict do nothing
