-- All tokens, the newest first, without their secrets.
-- Caller: people.ListTokens
select id, name, scopes, data_source, created_at, expires_at, last_used_at, revoked_at from tokens order by created_at desc, id
