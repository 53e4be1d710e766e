-- Notes that alerts were sent.
-- Caller: alerts.store.markSent
update alerts set sent_at = @now::timestamptz where id = any(@ids::uuid[])
