-- Writes the statements that build what the new table lacks of the indexes and the statistics of the old one, and the materialized views over it,
-- beside those over the old one.
-- Caller: partitioning.move.index
-- Index: none
with old as (
    select c.oid, c.relname from pg_class c where c.oid = to_regclass('public.' || @entity::text)
), sums as ( -- the materialized views over the table
    select distinct v.oid, v.relname
    from old
    join pg_depend d on d.refclassid = 'pg_class'::regclass and d.refobjid = old.oid and d.classid = 'pg_rewrite'::regclass
    join pg_rewrite r on r.oid = d.objid
    join pg_class v on v.oid = r.ev_class and v.relkind = 'm'
), built as (
    select oid, relname, 'r' as kind from old union all select oid, relname, 'm' from sums
)
select statement from (
    select 1 as nth, relname as of, format('create materialized view partitioning.%I as %s', relname,
        regexp_replace(rtrim(pg_get_viewdef(oid), '; '), '\mpublic\.' || @entity::text || '\M', 'partitioning.' || @entity::text, 'g')) as statement
    from sums where to_regclass(format('partitioning.%I', relname)) is null
    union all
    select 2, i.indexrelid::regclass::text, regexp_replace(pg_get_indexdef(i.indexrelid), ' ON (ONLY )?public\.', ' ON partitioning.')
    from built join pg_index i on i.indrelid = built.oid join pg_class c on c.oid = i.indexrelid
    where not i.indisprimary and to_regclass(format('partitioning.%I', c.relname)) is null
    union all
    select 3, i.indexrelid::regclass::text, format('comment on index partitioning.%I is %L', c.relname, obj_description(c.oid, 'pg_class'))
    from built join pg_index i on i.indrelid = built.oid join pg_class c on c.oid = i.indexrelid
    where obj_description(c.oid, 'pg_class') is not null
    union all
    select 4, s.stxname, regexp_replace(replace(pg_get_statisticsobjdef(s.oid), ' public.' || s.stxname, ' partitioning.' || s.stxname), ' FROM public\.', ' FROM partitioning.')
    from old join pg_statistic_ext s on s.stxrelid = old.oid
    where not exists (select from pg_statistic_ext t where t.stxname = s.stxname and t.stxnamespace = 'partitioning'::regnamespace)
    union all
    select 5, relname, format('analyze partitioning.%I', relname) from built
) s
order by nth, of
