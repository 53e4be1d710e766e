-- The name of this transaction's snapshot, for others that read the same.
-- Caller: tileindex.Index.readTables
select pg_export_snapshot()
