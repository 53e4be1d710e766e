-- Removes a passkey of an account.
-- Caller: passkeys.Remove
-- Index: passkeys_pkey
delete from passkeys where id = @id and account_id = @account_id
