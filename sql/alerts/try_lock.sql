-- Whether this transaction is the one that evaluates rules and sends alerts; false while another server does.
-- Caller: alerts.Alerts.alone
select pg_try_advisory_xact_lock(hashtextextended('skeeter alerts', 0))
