-- The statements that drop the table whose place another one took (swap.sql), each for a transaction of its own: none locks two tables that requests use.
-- Caller: partitioning.move.dropOld
-- Index: none
with old as (select to_regclass(format('partitioning.%I', @entity::text || '_before')) as oid)
select statement from (
    select 1 as nth, k.conname as of, format('alter table %s drop constraint %I', old.oid, k.conname) as statement
    from old join pg_constraint k on k.conrelid = old.oid where k.contype = 'f'
    union all
    select 2, '', format('drop table %s', old.oid) from old where old.oid is not null
) s
order by nth, of
