-- Stores a new passkey; no row for one that is known.
-- Caller: passkeys.Add
-- Index: passkeys_credential_id_key
insert into passkeys (id, account_id, name, credential_id, credential) values (@id, @account_id, @name, @credential_id, @credential)
on conflict (credential_id) do nothing
returning id, name, created_at, last_used_at
