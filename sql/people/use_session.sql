-- Notes that a session is used, unless another request did within the minute. The commit waits for no synchronous replica: reads wait for this.
-- Caller: sessions.Use
-- Index: sessions_pkey
update sessions set seen_at = now() from set_config('synchronous_commit', 'local', true)
where id = @id and seen_at < now() - interval '1 minute'
