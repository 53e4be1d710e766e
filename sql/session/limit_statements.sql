-- How long each statement of this transaction may run from here on, in milliseconds; 0 is without a limit.
-- Caller: postgres.LimitStatements
select set_config('statement_timeout', @limit::text, true)
