-- Stores a new invitation, and removes those that ended a month ago.
-- Caller: invitations.Add
-- Index: none, a scan of the invitations
with gone as (delete from invitations where expires_at < now() - interval '30 days')
insert into invitations (id, hash, account_id, name, roles, taxa, countries, sources, expires_at)
values (@id, @hash, @account_id, @name, @roles, @taxa, @countries, @sources, @expires_at)
returning id, account_id, name, roles, taxa, countries, sources, created_at, expires_at
