-- Finds the tables of a schema first.
-- Caller: postgres.NewPool
select set_config('search_path', quote_ident(@schema::text) || ', ' || current_setting('search_path'), false)
