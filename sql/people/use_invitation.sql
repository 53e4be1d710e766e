-- Marks an invitation as used, by the account that it is for.
-- Caller: invitations.Accept
-- Index: invitations_pkey
update invitations set accepted_at = now(), account_id = @account_id where id = @id
