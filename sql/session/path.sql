-- Where a session looks for tables.
-- Caller: postgres.EachSet
select current_setting('search_path')
