-- The token with a secret, by the secret's hash, and whether its use was not noted for a minute.
-- Caller: people.store.token
-- Index: tokens_hash_key
select id, name, scopes, data_source, created_at, expires_at, last_used_at, revoked_at, made_by,
       coalesce(last_used_at < now() - interval '1 minute', true) as stale,
       coalesce(expires_at <= now(), false) as expired
from tokens where hash = @hash
