-- Lets nobody else store sampling events and pools of data sources until the transaction ends. Their ids are made of that of the data source, so
-- nobody else stores them. Data sources share 1,024 locks, because a file of our own may have more of them than PostgreSQL has locks.
-- Caller: datasets.LockKeyed
select pg_advisory_xact_lock(hashtext('skeeter events and pools'), bucket)
from (select distinct hashtext(id) & 1023 as bucket from unnest(@sources::text[]) id order by bucket) buckets
