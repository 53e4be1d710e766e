-- Keeps readers away from the distributed tables while much of them changes.
-- Caller: distributing.leave
update distribution set position = null
