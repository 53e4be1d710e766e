-- Whether this transaction is the one that does a work, evaluating rules or sending alerts; false while another server does.
-- Caller: alerts.Alerts.alone
select pg_try_advisory_xact_lock(hashtextextended(@work::text, 0))
