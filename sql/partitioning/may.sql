-- What the role lacks to put another table, and the materialized views over it, in the place of the old ones (swap.sql). No row: nothing. The owner
-- of a view may be another role (deploy/roles.sql), which needs CREATE on the schema for the moment.
-- Caller: partitioning.move.may
-- Index: none
with recursive reading as ( -- the table, the views over it, and over those
    select to_regclass('public.' || @entity::text)::oid as oid
    union
    select r.ev_class
    from reading join pg_depend d on d.refclassid = 'pg_class'::regclass and d.refobjid = reading.oid and d.classid = 'pg_rewrite'::regclass
    join pg_rewrite r on r.oid = d.objid
), owned as (
    select c.oid::regclass::text as name, c.relowner as owner, c.relkind <> 'v' as moved from reading join pg_class c using (oid)
    union all
    select 'the publication ' || pubname, pubowner, false from pg_publication p
    where p.oid in (select prpubid from pg_publication_rel where prrelid = to_regclass('public.' || @entity::text)) or @partitioned::boolean and puballtables and not pubviaroot
)
select format('the rights of %I, the owner of %s', pg_get_userbyid(owner), string_agg(name, ' and ' order by name)) as lacks from owned
where not pg_has_role(owner, 'USAGE')
    or moved and not pg_has_role(owner, case when current_setting('server_version_num')::int >= 160000 then 'SET' else 'MEMBER' end) -- to give it away
group by owner
union all
select 'create on schema public' where not has_schema_privilege('public', 'CREATE')
union all
select distinct format('the right to grant create on schema public to %I', pg_get_userbyid(owner)) from owned
where moved and not has_schema_privilege(owner, 'public', 'CREATE') and not has_schema_privilege('public', 'CREATE WITH GRANT OPTION')
order by lacks
