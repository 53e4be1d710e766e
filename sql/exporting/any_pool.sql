-- Whether a pool is stored.
-- Caller: transfer.Exporter.Export
-- Index: none, the first row of a table
select exists (select from pools)
