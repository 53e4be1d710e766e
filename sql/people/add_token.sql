-- Stores a new token.
-- Caller: people.AddToken
insert into tokens (id, name, hash, scopes, data_source, expires_at, made_by)
values (@id, @name, @hash, @scopes, @data_source, @expires_at, @made_by)
