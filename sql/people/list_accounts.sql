-- All accounts by name, or the one with an id, with the ways in which each person signs in.
-- Caller: accounts.List, accounts.Show
-- Index: passkeys_account, identities_account, sessions_account
select a.id, a.name, a.login, a.roles, a.taxa, a.countries, a.sources, a.created_at, a.disabled_at,
       exists (select from passwords p where p.account_id = a.id) as password,
       (select count(*)::int from passkeys k where k.account_id = a.id) as passkeys,
       (select count(*)::int from identities i where i.account_id = a.id) as identities,
       (select max(s.seen_at) from sessions s where s.account_id = a.id) as seen_at
from accounts a where (@id::uuid is null or a.id = @id) order by lower(a.name), a.id
