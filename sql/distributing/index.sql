-- Writes the statements that build the indexes and the statistics of the public table on the distributed one, those that it lacks. Uniqueness is kept by
-- the public table.
-- Caller: distributing.index
-- Index: none
with old as (
    select oid, relname from pg_class where oid = to_regclass('public.' || @entity::text)
)
select statement from (
    select 1 as nth, c.relname as of,
           regexp_replace(regexp_replace(pg_get_indexdef(i.indexrelid), '^CREATE UNIQUE', 'CREATE'), ' ON (ONLY )?public\.', ' ON distributed.') as statement
    from old join pg_index i on i.indrelid = old.oid join pg_class c on c.oid = i.indexrelid
    where not i.indisprimary and to_regclass(format('distributed.%I', c.relname)) is null
    union all
    select 2, s.stxname, regexp_replace(replace(pg_get_statisticsobjdef(s.oid), ' public.' || s.stxname, ' distributed.' || s.stxname), ' FROM public\.', ' FROM distributed.')
    from old join pg_statistic_ext s on s.stxrelid = old.oid
    where not exists (select from pg_statistic_ext t where t.stxname = s.stxname and t.stxnamespace = 'distributed'::regnamespace)
    union all
    select 3, old.relname, format('analyze distributed.%I', relname) from old
) s
order by nth, of
