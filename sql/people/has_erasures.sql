-- Whether the database knows erasures: its schema may be older.
-- Caller: erasures.Carry
select to_regclass('public.erasures') is not null
