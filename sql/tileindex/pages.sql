-- How many pages the table has, because it is read in parts. Of a partitioned table, as many as its largest partition: each is read in parts.
-- Caller: tileindex.Index.readTables
-- Index: none
select greatest(pg_relation_size('observations'), (select max(pg_relation_size(p.relid)) from pg_partition_tree('observations') p)) / current_setting('block_size')::bigint as pages
