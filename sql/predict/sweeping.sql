-- Whether this transaction is the one that sweeps saved pictures; false while another server does. It may wait for a list of a large bucket.
-- Caller: uploads.Store.Sweep
select pg_try_advisory_xact_lock(hashtextextended('skeeter pictures', 0))
from set_config('idle_in_transaction_session_timeout', '0', true)
