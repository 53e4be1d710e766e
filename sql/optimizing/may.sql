-- Whether the role may move rows: without the checks of foreign keys, and as the owner of the table.
-- Caller: optimizing.Records
-- Index: none
select has_parameter_privilege('session_replication_role', 'SET') and pg_has_role(relowner, 'USAGE') as may
from pg_class
where oid = 'observations'::regclass
