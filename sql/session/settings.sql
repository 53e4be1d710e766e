-- The settings that a session has to have, statement_timeout in milliseconds.
-- Caller: postgres.CheckPooler
select current_setting('plan_cache_mode') as plan_cache_mode, current_setting('jit') as jit,
       (select setting::bigint from pg_settings where name = 'statement_timeout') as statement_timeout
