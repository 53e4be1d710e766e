-- Writes the statements that keep readers and writers from a table until the transaction ends. The tables that foreign keys refer to are locked when
-- the old table goes. They are locked here already, and briefly waited for: a request that has one of them and waits for the table is a deadlock,
-- which PostgreSQL ends after a second with an error for the request.
-- Caller: partitioning.move.trySwap
-- Index: none
select statement from (
    select 1 as nth, '' as of, format('lock table public.%I in access exclusive mode', @entity::text) as statement
    union all
    select 2, '', $$set local lock_timeout = '50ms'$$
    union all
    select distinct 3, confrelid::regclass::text, format('lock table %s in access exclusive mode', confrelid::regclass)
    from pg_constraint where conrelid = to_regclass('public.' || @entity::text) and contype = 'f'
    union all
    select 4, '', $$set local lock_timeout = '200ms'$$
) s
order by nth, of
