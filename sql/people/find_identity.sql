-- The account of a person as a provider knows them.
-- Caller: accounts.OfIdentity
-- Index: identities_pkey, accounts_pkey
select a.id, a.name, a.login, a.roles, a.taxa, a.countries, a.sources, a.created_at, a.disabled_at
from identities i join accounts a on a.id = i.account_id where i.issuer = @issuer and i.subject = @subject
