-- Changes an account.
-- Caller: accounts.Change
-- Index: accounts_pkey
update accounts set name = @name, roles = @roles, taxa = @taxa, countries = @countries, sources = @sources, disabled_at = @disabled_at where id = @id
