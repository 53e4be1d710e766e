-- Whether a snapshot of the tile index, which a server keeps in a file, was made of this database: another one, or an earlier copy of this one
-- that was put back, does not know it. A migration may change records and leave no trace in the log, so the version of the schema belongs to it.
-- Caller: tileindex.Index.checkSaved
-- Index: index_snapshots_pkey
select exists (select from index_snapshots where id = @id::uuid)
   and (select version from schema_migrations) = @schema::bigint as known
