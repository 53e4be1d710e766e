-- Whether a token or an account was made here, also one that was erased.
-- Caller: people.store.anyKnown
select exists (select from tokens) or exists (select from accounts) or exists (select from erasures)
