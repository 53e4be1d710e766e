-- Keeps readers away from the distributed tables while much of them changes.
-- Caller: distributing.closeToReaders
update distribution set position = null
