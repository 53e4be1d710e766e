-- The statement that drops a database of a restore. It ends the sessions that are still connected.
-- Caller: backup.dropDatabase
select format('drop database if exists %I with (force)', @database::text)
