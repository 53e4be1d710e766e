-- Whether this role may move the records of a data source: it makes a schema for them with tables that refer to the public ones, or drops that schema.
-- Caller: private.MayMove
-- Index: data_sources_id_key
select case when @private::boolean
            then has_database_privilege(current_database(), 'create')
                 and (select pg_has_role(c.relowner, 'usage') from pg_class c where c.oid = 'public.observations'::regclass)
            else coalesce((select pg_has_role(n.nspowner, 'usage') from pg_namespace n where n.nspname = 'private_' || key), true) end
from all_data_sources where id = @id::text and private <> @private::boolean
