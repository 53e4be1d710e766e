-- Where a reader of the change log stands: the epoch, "" without one, and the snapshot of this transaction. tileindex.
select coalesce((select epoch::text from observation_epoch), '') as epoch, pg_current_snapshot()::text as snapshot
