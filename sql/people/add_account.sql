-- Stores a new account.
-- Caller: accounts.Add
insert into accounts (id, name, login, roles, taxa, countries, sources) values (@id, @name, @login, @roles, @taxa, @countries, @sources)
returning id, name, login, roles, taxa, countries, sources, created_at, disabled_at
