-- Notes that an alert could not be sent, and when it may be tried again: infinity for never.
-- Caller: alerts.store.markFailed
update alerts set send_attempts = send_attempts + 1, send_after = coalesce(@again::timestamptz, 'infinity') where id = @id::uuid
