-- Removes an account with its password, sessions, passkeys, identities and invitations.
-- Caller: erasures.erase
-- Index: accounts_pkey, sessions_account, passkeys_account, identities_account, invitations_account
delete from accounts where id = @account::uuid
