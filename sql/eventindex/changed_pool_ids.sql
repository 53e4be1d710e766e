-- The pools that changed since a snapshot that did not see the change, and the other tests of these pools for the same pathogen.
-- Caller: eventindex.Index.Next
-- Index: pool_changes_xid, pools_test
with changed as materialized (
    select id, data_source_key, pool_id, pathogen from pool_changes
    where xid >= pg_snapshot_xmin(@snapshot::pg_snapshot) and not pg_visible_in_snapshot(xid, @snapshot::pg_snapshot)
)
select id from changed
union
select p.id
from changed c
join pools p on p.data_source_key = c.data_source_key and p.pool_id = c.pool_id and p.pathogen = c.pathogen
order by 1
