-- The import is on the disk when its report says so, whatever synchronous_commit the database has.
-- Caller: transfer.importRun.store
select set_config('synchronous_commit', 'on', true)
