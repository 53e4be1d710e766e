-- Lets nobody else store a new sampling event or pool with an id until the transaction ends. Who stores many of the data source has the first lock
-- alone (dataset/lock_keyed.sql).
-- Caller: keyed.Resource.insert
select pg_advisory_xact_lock_shared(hashtext('skeeter events and pools'), hashtext(@source::text) & 1023)
union all
select pg_advisory_xact_lock(hashtextextended('skeeter event or pool ' || @id::text, 0))
