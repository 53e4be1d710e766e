-- Whether there is a schema whose records can be counted.
select to_regclass('public.predictions') is not null
