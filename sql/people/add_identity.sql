-- Notes who an account is to a provider, unless the person has an account already.
-- Caller: accounts.AddIdentity
-- Index: identities_pkey
insert into identities (issuer, subject, account_id) values (@issuer, @subject, @account_id) on conflict do nothing
