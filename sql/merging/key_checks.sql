-- Leaves the checks of foreign keys out (replica) or makes them again (origin), until the transaction ends. Triggers that are enabled always
-- run all the same.
-- Caller: importing.setRole
select set_config('session_replication_role', @role::text, true)
