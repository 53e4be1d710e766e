-- Removes the challenge with a secret and returns it, unless it is over.
-- Caller: challenges.Take
-- Index: challenges_pkey
delete from challenges where hash = @hash and expires_at > now() returning data
