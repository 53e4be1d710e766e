-- The invitations that wait, the newest first.
-- Caller: invitations.List
-- Index: none, a scan of the invitations
select id, account_id, name, roles, taxa, countries, sources, created_at, expires_at from invitations
where accepted_at is null and expires_at > now() order by created_at desc, id
