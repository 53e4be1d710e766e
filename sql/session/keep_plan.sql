-- Lets a transaction plan its statements once for all values.
-- Caller: postgres.AllKept
select set_config('plan_cache_mode', 'force_generic_plan', true)
