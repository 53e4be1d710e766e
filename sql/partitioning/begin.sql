-- Writes the statements that begin a move of rows: the new table beside the old one, with its primary key, its partitions by year, a trigger that
-- notes what changes from now on, and the pages that have to be copied. It has no foreign keys before the swap: a row that is gone, whose copy is
-- not yet, would keep what it refers to.
-- Caller: partitioning.move.start
-- Index: none
with old as (
    select c.oid, c.relkind, format('%I.%I', 'public', c.relname) as name, c.relname, c.reloptions
    from pg_class c where c.oid = to_regclass('public.' || @entity::text)
), years as (
    select generate_series(@first_year::int, @last_year::int) as year
)
select statement from (
    select 1 as nth, '' as of, format('insert into partitioning.moves select %L, %L, version from public.schema_migrations', @entity::text, @partitioned::boolean) as statement
    union all
    select 2, '', format('create table partitioning.%I (like %s including all excluding indexes excluding statistics) %s', relname, name,
        case when @partitioned::boolean then format('partition by range (%I)', @time::text) else '' end)
    from old
    union all
    select 3, year::text, format('create table partitions.%I partition of partitioning.%I for values from (%L) to (%L)',
        @entity::text || '_' || year, @entity::text, year || '-01-01T00:00:00Z', (year + 1) || '-01-01T00:00:00Z')
    from years where @partitioned::boolean
    union all
    select 4, '', format('create table partitions.%I partition of partitioning.%I default', @entity::text || '_other', @entity::text)
    where @partitioned::boolean
    union all
    select 5, '', format('alter table partitioning.%I add constraint %I primary key (%s)', @entity::text, @entity::text || '_pkey',
        case when @partitioned::boolean then format('id, %I', @time::text) else 'id' end)
    union all
    select 6, k.conname, format('alter table partitioning.%I drop constraint %I', relname, k.conname) -- old rows may break it; it comes back at the end
    from old join pg_constraint k on k.conrelid = old.oid and k.contype = 'c' and not k.convalidated
    union all
    select 7, '', format('create trigger rows_noted after insert or update or delete on %s for each row execute function partitioning.note_row(%L)', name, relname)
    from old
    union all
    select 8, '', format('alter table %s enable always trigger rows_noted', name) from old
    union all
    select 9, leaf.relid::text, format('insert into partitioning.parts values (%L, %L, pg_relation_filenode(%2$L), 0, pg_relation_size(%2$L) / %3$s)',
        @entity::text, leaf.relid::regclass::text, current_setting('block_size'))
    from old
    cross join lateral (
        select t.relid from pg_partition_tree(old.oid) t where t.isleaf and old.relkind = 'p'
        union all select old.oid where old.relkind <> 'p'
    ) leaf (relid)
) s
order by nth, of
