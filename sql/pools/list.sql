-- A page of tests of pools from an offset, newest first. Names are joined to the page alone.
-- Caller: pools.store.page
-- Index: pools_time; or that of the filter
select
-- include: fragment/pool_columns.sql
from (
    select o.*
-- include: fragment/filtered_pools.sql
    order by o.ended_at desc, o.id
    limit @limit::bigint offset @offset::bigint
) o
join data_sources d on d.key = o.data_source_key
join taxa t on t.key = o.taxon_key
order by o.ended_at desc, o.id
