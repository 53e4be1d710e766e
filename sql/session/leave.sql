-- Looks for tables elsewhere, until the transaction ends.
-- Caller: postgres.EachSet
select set_config('search_path', @path::text, true)
