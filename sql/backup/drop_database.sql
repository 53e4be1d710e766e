-- The statement that drops a database of a restore, whoever is still connected.
-- Caller: backup.dropDatabase
select format('drop database if exists %I with (force)', @database::text)
