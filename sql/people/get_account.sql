-- The account with an id.
-- Caller: accounts.Get
-- Index: accounts_pkey
select id, name, login, roles, taxa, countries, sources, created_at, disabled_at from accounts where id = @id
