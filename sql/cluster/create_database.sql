-- The statement that makes the embedded database, none when it is there.
-- Caller: cluster.Cluster.createDatabase
select format('create database %I', @database::text)
where not exists (select from pg_database where datname = @database)
