-- The administrators who may sign in, locked in one order until the end of the transaction.
-- Caller: accounts.LockAdministrators
-- Index: none, a scan of the accounts
select id from accounts where 'administrator' = any(roles) and disabled_at is null order by id for update
