-- What of a table the new one would not have, or what would keep it from its place. No row: nothing.
-- Caller: partitioning.move.start
-- Index: none
with old as (select * from pg_class where oid = to_regclass('public.' || @entity::text))
select 'row-level security' as obstacle from old where relrowsecurity or exists (select from pg_policy where polrelid = old.oid)
union all
select 'a replica identity of its own' from old where relreplident <> 'd'
union all
select 'the rule ' || rulename from old join pg_rewrite r on r.ev_class = old.oid
union all
select 'columns or conditions of the publication ' || p.pubname
from old join pg_publication_rel r on r.prrelid = old.oid join pg_publication p on p.oid = r.prpubid where r.prattrs is not null or r.prqual is not null
union all
select 'the foreign key ' || conname || ' of ' || conrelid::regclass from old join pg_constraint on confrelid = old.oid and contype = 'f'
union all
select distinct 'the materialized view ' || v.oid::regclass
from old join pg_depend d on d.refclassid = 'pg_class'::regclass and d.refobjid = old.oid and d.classid = 'pg_rewrite'::regclass
join pg_rewrite r on r.oid = d.objid join pg_class v on v.oid = r.ev_class and v.relkind = 'm' and v.relnamespace <> 'public'::regnamespace
