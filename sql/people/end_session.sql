-- Ends the session with a secret.
-- Caller: sessions.End
-- Index: sessions_hash_key
delete from sessions where hash = @hash
