-- The invitation with a secret, if it waits, and the login of the account that it is for. It is locked until the end of the transaction.
-- Caller: invitations.Find
-- Index: invitations_hash_key, accounts_pkey
select i.id, i.account_id, i.name, i.roles, i.taxa, i.countries, i.sources, i.created_at, i.expires_at, a.login
from invitations i left join accounts a on a.id = i.account_id
where i.hash = @hash and i.accepted_at is null and i.expires_at > now() and a.disabled_at is null
for update of i
