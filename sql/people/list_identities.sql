-- Who an account is to providers.
-- Caller: accounts.Identities
-- Index: identities_account
select issuer, subject, created_at from identities where account_id = @account_id order by created_at, issuer, subject
