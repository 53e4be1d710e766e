-- Writes the statements that give a table a foreign key of its partitions. Their rows are checked, so no row is read. Writers are kept from the table, and
-- everybody from the one that the key refers to. A request that has one of them and waits for the other is a deadlock. Which it locks first is PostgreSQL's
-- choice, so the caller tries both orders, and the second lock is waited for briefly.
-- Caller: partitioning.move.attach
-- Index: none
with keyed as (
    select distinct k.conname, k.confrelid::regclass as referred, pg_get_constraintdef(k.oid) as definition
    from pg_partition_tree(to_regclass('public.' || @entity::text)) t
    join pg_constraint k on k.conrelid = t.relid and k.contype = 'f' and k.conparentid = 0
    where t.isleaf and t.level > 0 and k.conname = @key::text
)
select statement from keyed cross join lateral (values
    (case when @table_first::boolean then 1 else 3 end, format('lock table public.%I in share row exclusive mode', @entity::text)),
    (2, $$set local lock_timeout = '50ms'$$),
    (case when @table_first::boolean then 3 else 1 end, format('lock table %s in access exclusive mode', referred)),
    (4, format('alter table public.%I add constraint %I %s', @entity::text, conname, definition))
) s (nth, statement)
order by nth
