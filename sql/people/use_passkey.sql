-- Notes that a passkey is used, with its new counter.
-- Caller: passkeys.SignIn
-- Index: passkeys_credential_id_key
update passkeys set credential = @credential, last_used_at = now() where credential_id = @credential_id
