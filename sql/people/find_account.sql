-- The account with a login, and the hash of its password; '' is none.
-- Caller: accounts.Find
-- Index: accounts_login_key
select a.id, a.name, a.login, a.roles, a.taxa, a.countries, a.sources, a.created_at, a.disabled_at, coalesce(p.hash, '') as hash
from accounts a left join passwords p on p.account_id = a.id
where a.login = @login
