-- Tables of the schema that Citus distributes, with a comma between, or an empty text. Each has a trigger of Citus on the coordinator, while
-- the catalog of Citus itself is not there in other databases.
-- Caller: postgres.CheckServer
select coalesce(string_agg(c.relname::text, ', ' order by c.relname), '') as tables
from pg_trigger t
join pg_proc f on f.oid = t.tgfoid
join pg_class c on c.oid = t.tgrelid
where f.proname = 'citus_truncate_trigger' and c.relnamespace = 'public'::regnamespace
