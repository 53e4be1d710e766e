-- The statements that set the defaults of a reader's sessions. They guard against mistakes: a session may change them. Rights
-- are what limits a reader.
-- Caller: gis.Reader.shape
select format('alter role %I connection limit %s', @role::text, @connections::int)
union all
select format('alter role %I in database %I set %s = %s', @role::text, current_database(), s.name, s.value)
from (values
    ('default_transaction_read_only', 'on'),
    ('statement_timeout', quote_literal(@timeout::text)),
    ('search_path', 'gis, public'),
    -- Compiling a query costs more than it saves where a map is drawn from many short ones.
    ('jit', 'off')
) s (name, value)
