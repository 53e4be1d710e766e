-- Notes that a token is used, unless another request did within the minute. The commit waits for no synchronous replica: reads wait for this.
-- Caller: people.store.use
-- Index: tokens_pkey
update tokens set last_used_at = now() from set_config('synchronous_commit', 'local', true)
where id = @id and coalesce(last_used_at < now() - interval '1 minute', true)
