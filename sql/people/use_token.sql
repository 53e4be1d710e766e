-- Notes that a token is used, unless another request did within the minute.
-- Caller: people.store.use
-- Index: tokens_pkey
update tokens set last_used_at = now() where id = @id and coalesce(last_used_at < now() - interval '1 minute', true)
