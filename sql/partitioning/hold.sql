-- Writes the statements that keep readers and writers from a table until the transaction ends. A request locks a view before its tables, so the views
-- over the table, which the swap writes anew, are locked first: a request that had one of them and waited for the table would be a deadlock. For the
-- same reason the tables that foreign keys refer to are locked only against those who change them, who are few.
-- Caller: partitioning.move.trySwap
-- Index: none
with recursive reading as (
-- include: fragment/views_over.sql
)
select statement from (
    -- LOCK TABLE would lock the tables of a view, too. This statement changes nothing.
    select 1 as nth, -max(depth) as depth, c.oid::regclass::text as of, format('alter table %s owner to %I', c.oid::regclass, pg_get_userbyid(c.relowner)) as statement
    from reading join pg_class c using (oid)
    group by c.oid, c.relowner
    union all
    select 2, 0, '', format('lock table public.%I in access exclusive mode', @entity::text)
    union all
    select 3, 0, '', $$set local lock_timeout = '50ms'$$
    union all
    select distinct 4, 0, confrelid::regclass::text, format('lock table %s in share row exclusive mode', confrelid::regclass)
    from pg_constraint where conrelid = to_regclass('public.' || @entity::text) and contype = 'f'
    union all
    select 5, 0, '', $$set local lock_timeout = '200ms'$$
) s
order by nth, depth, of
