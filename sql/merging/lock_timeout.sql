-- How long the transaction waits for a lock from now on.
-- Caller: importing.lockRecords
select set_config('lock_timeout', @wait::text, true)
