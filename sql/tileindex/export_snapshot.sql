-- The name of this transaction's snapshot, for others that read the same.
select pg_export_snapshot()
