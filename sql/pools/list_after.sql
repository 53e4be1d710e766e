-- The page of tests of pools after a position, newest first: the rest of the position's instant and what is older are two parts, so that
-- each starts at its place in an index. An equality with an array of one item keeps the rest of the instant in index order.
-- Caller: pools.store.page
-- Index: pools_time; or that of the filter
select
-- include: fragment/pool_columns.sql
from (
    (select o.*
-- include: fragment/filtered_pools.sql
       and o.ended_at = any(array[@at::timestamptz]) and o.id > @id::uuid
     order by o.ended_at desc, o.id
     limit @limit::bigint)
    union all
    (select o.*
-- include: fragment/filtered_pools.sql
       and o.ended_at < @at::timestamptz
     order by o.ended_at desc, o.id
     limit @limit::bigint)
    order by ended_at desc, id
    limit @limit::bigint
) o
join data_sources d on d.key = o.data_source_key
join taxa t on t.key = o.taxon_key
order by o.ended_at desc, o.id
