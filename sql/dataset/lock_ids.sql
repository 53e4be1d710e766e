-- Lets nobody else store observations with ids that clients chose until the transaction ends: files of our own and removals that are undone have
-- the ids of any.
-- Caller: datasets.LockIDs
select pg_advisory_xact_lock(hashtextextended('skeeter observation ids', 0))
