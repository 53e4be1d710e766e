-- The page of tests of pools before a position, oldest first: list_after.sql with the indexes read backwards.
-- Caller: pools.store.page
-- Index: pools_time; or that of the filter
select
-- include: fragment/pool_columns.sql
from (
    (select o.*
-- include: fragment/filtered_pools.sql
       and o.ended_at = any(array[@at::timestamptz]) and o.id < @id::uuid
     order by o.ended_at, o.id desc
     limit @limit::bigint)
    union all
    (select o.*
-- include: fragment/filtered_pools.sql
       and o.ended_at > @at::timestamptz
     order by o.ended_at, o.id desc
     limit @limit::bigint)
    order by ended_at, id desc
    limit @limit::bigint
) o
join data_sources d on d.key = o.data_source_key
join taxa t on t.key = o.taxon_key
order by o.ended_at, o.id desc
