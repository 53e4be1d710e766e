-- The statements that make an empty database for a restore, without what an unfinished one left.
-- Caller: backup.Restore
select format('drop database if exists %I', @before::text)
union all
select format('drop database if exists %I', @restored::text)
union all
select format('create database %I', @restored::text)
