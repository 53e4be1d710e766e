-- The passkeys of an account, the oldest first.
-- Caller: passkeys.List
-- Index: passkeys_account
select id, name, created_at, last_used_at from passkeys where account_id = @account_id order by created_at, id
