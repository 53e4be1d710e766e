-- Lets definitions of indexes and statistics be written with the schema of every name, until the transaction ends.
-- Caller: distributing.index
select set_config('search_path', '', true)
