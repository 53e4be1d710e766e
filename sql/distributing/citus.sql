-- The version of Citus in this database, '' without it, and whether the role may make schemas.
-- Caller: distributing.check
-- Index: none
select coalesce((select extversion from pg_extension where extname = 'citus'), '') as version, has_database_privilege(current_database(), 'create') as may
