-- Notes that a session is used, unless another request did within the minute.
-- Caller: sessions.Use
-- Index: sessions_pkey
update sessions set seen_at = now() where id = @id and seen_at < now() - interval '1 minute'
