-- Whether there is a schema whose records can be counted.
-- Caller: backup.countHoldings
select to_regclass('public.predictions') is not null
