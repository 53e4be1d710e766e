-- Removes an account with its password, sessions, passkeys, identities and invitations, also the one by which it would be made.
-- Caller: erasures.erase
-- Index: accounts_pkey, invitations_pkey, sessions_account, passkeys_account, identities_account, invitations_account
with invited as (delete from invitations where id = @account::uuid and account_id is null)
delete from accounts where id = @account::uuid
