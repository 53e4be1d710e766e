-- How many pages the table has, because it is read in parts.
-- Caller: tileindex.Index.readTables
-- Index: none
select pg_relation_size('observations') / current_setting('block_size')::bigint as pages
