-- Removes an invitation that waits.
-- Caller: invitations.Withdraw
-- Index: invitations_pkey
delete from invitations where id = @id and accepted_at is null
