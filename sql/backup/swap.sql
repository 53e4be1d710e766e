-- The statements that put a restored database in the place of the one that was there, in one transaction.
-- Caller: backup.swap
select format('alter database %I rename to %I', @database::text, @before::text)
union all
select format('alter database %I rename to %I', @restored::text, @database::text)
