-- Stores a new token.
-- Caller: people.AddToken
insert into tokens (id, name, hash, scopes, data_source, expires_at) values (@id, @name, @hash, @scopes, @data_source, @expires_at)
