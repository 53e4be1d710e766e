-- Whether this transaction is the one that counts; false while another server does.
-- Caller: gis.count
select pg_try_advisory_xact_lock(hashtextextended('skeeter gis', 0))
