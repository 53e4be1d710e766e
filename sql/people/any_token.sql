-- Whether a token was made here, revoked or not.
-- Caller: people.store.anyToken
select exists (select from tokens)
