-- Takes the rollups for this transaction, so that one server at a time folds: no row while another does. folded is empty where the rollups are to be
-- built anew, as state.sql says; changed is whether the log has changes since, and idle how many seconds nobody looked.
-- Caller: rollups.Rollups.inTransaction
-- Index: observation_changes_xid
select case when valid then folded::text else '' end as folded, log_epoch() as epoch,
       coalesce(extract(epoch from now() - folded_at), 0)::float8 as idle,
       exists (
           select from observation_changes
           where valid and xid >= pg_snapshot_xmin(folded) and not pg_visible_in_snapshot(xid, folded)
       ) as changed
from (
    select *, coalesce(folded is not null and epoch = log_epoch() and epoch <> '' and schema = (select version from schema_migrations), false) as valid
    from observation_rollup_state
    for update skip locked
) s
