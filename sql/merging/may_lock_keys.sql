-- Whether the role may store rows without the checks of foreign keys, and lock what the rows refer to, which a check does as the owner.
-- Caller: importing.fileImport.withoutKeyChecks
select has_parameter_privilege('session_replication_role', 'SET')
   and bool_and(has_table_privilege(name, 'SELECT') and has_table_privilege(name, 'UPDATE')) as may
from unnest(array['taxa', 'countries', 'regions', 'data_sources']) name
