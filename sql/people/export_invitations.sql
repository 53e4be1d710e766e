-- The invitations for an account, by which it was made among them, the oldest first.
-- Caller: people.People.exported
-- Index: invitations_account
select json_build_object(
    'name', name, 'roles', roles, 'taxa', taxa, 'countries', countries, 'sources', sources,
    'created_at', created_at, 'expires_at', expires_at, 'accepted_at', accepted_at)
from invitations where account_id = @account::uuid order by created_at, id
