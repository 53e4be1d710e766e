-- The session with a secret and its account, unless it is over or the account is disabled; and whether its use was not noted for a minute.
-- Caller: sessions.Find
-- Index: sessions_hash_key, accounts_pkey
select a.id, a.name, a.login, a.roles, a.taxa, a.countries, a.sources, a.created_at, a.disabled_at,
       s.id as session_id, s.created_at as signed_in_at, s.seen_at < now() - interval '1 minute' as stale
from sessions s join accounts a on a.id = s.account_id
where s.hash = @hash and s.created_at > now() - @life::interval and s.seen_at > now() - @idle::interval and a.disabled_at is null
