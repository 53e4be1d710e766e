-- Settings of the transaction that stores a file. Its commit waits for the disk, whatever the database has: a reported import is stored. Rows
-- are sorted in memory. Tables of the file alone are known well enough from 3,000 rows each.
-- Caller: importing.fileImport.store
select set_config('synchronous_commit', 'on', true), set_config('work_mem', '128MB', true), set_config('default_statistics_target', '10', true)
