-- Brings back the pools of a removal, to a data source where @key names one. Those whose id was stored anew stay away.
-- Caller: datasets.restore
-- Index: held_pools_pkey, pools_pkey, pools_test
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
where not exists (select from pools o where o.id = back.id)
  and not exists (select from pools o where o.data_source_key = coalesce(@key::int, back.data_source_key) and o.pool_id = back.pool_id
      and o.pathogen = back.pathogen and o.method is not distinct from back.method)
