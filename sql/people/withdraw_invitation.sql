-- Removes an invitation that waits, and returns the id of the account that it was for, or would have made.
-- Caller: invitations.Withdraw
-- Index: invitations_pkey
delete from invitations where id = @id and accepted_at is null returning coalesce(account_id, id)
