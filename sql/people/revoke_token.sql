-- Revokes a token; one that was revoked before stays as it is.
-- Caller: people.RevokeToken
-- Index: tokens_pkey
update tokens set revoked_at = coalesce(revoked_at, now()) where id = @id
