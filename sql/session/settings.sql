-- Which database a session is of, and the settings that it has to have, statement_timeout in milliseconds.
-- Caller: postgres.CheckPooler
select pg_postmaster_start_time() as started, current_database()::text as name,
       current_setting('plan_cache_mode') as plan_cache_mode, current_setting('jit') as jit,
       (select setting::bigint from pg_settings where name = 'statement_timeout') as statement_timeout
