-- Marks an invitation as used.
-- Caller: invitations.Accept
-- Index: invitations_pkey
update invitations set accepted_at = now() where id = @id
