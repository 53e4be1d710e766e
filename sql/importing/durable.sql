-- Makes the commit wait for the disk, whatever synchronous_commit the database has: a reported import is stored.
-- Caller: importing.fileImport.store
select set_config('synchronous_commit', 'on', true)
