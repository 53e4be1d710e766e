-- Whether there is a schema whose records can be counted.
-- Caller: backup.countContents
select to_regclass('public.predictions') is not null
