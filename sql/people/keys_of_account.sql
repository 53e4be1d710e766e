-- The public keys of an account.
-- Caller: passkeys.userOf
-- Index: passkeys_account
select credential from passkeys where account_id = @account_id order by created_at, id
