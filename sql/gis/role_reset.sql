-- The statements that undo role_settings.sql.
-- Caller: gis.Revoke
select format('alter role %I in database %I reset %s', @role::text, current_database(), s.name)
from unnest(array['default_transaction_read_only', 'statement_timeout', 'search_path', 'jit']) s (name)
