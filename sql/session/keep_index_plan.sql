-- Lets a transaction plan its statements once for all values, by index from row to row: they read few rows of a table, which PostgreSQL cannot
-- know before.
-- Caller: tileindex.readLog
select set_config('plan_cache_mode', 'force_generic_plan', true), set_config('max_parallel_workers_per_gather', '0', true),
       set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true),
       set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true)
