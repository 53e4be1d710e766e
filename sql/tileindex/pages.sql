-- How many pages the table has. tileindex.Run, which reads them in parts.
select pg_relation_size('observations') / current_setting('block_size')::bigint as pages
