-- Notes that all rows are copied and indexed: what changed since the copy began follows.
-- Caller: distributing.copyAll
update distribution set copied = true
