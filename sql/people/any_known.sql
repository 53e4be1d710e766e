-- Whether a token or an account was made here.
-- Caller: people.store.anyKnown
select exists (select from tokens) or exists (select from accounts)
