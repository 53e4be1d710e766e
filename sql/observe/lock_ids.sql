-- Lets nobody else store new observations with ids that clients chose until the transaction ends: no key spans the tables of what is public and what
-- is not, nor the partitions of a table, and who stores one must see what others stored. Ids share 1,024 locks, because a batch has more ids than
-- PostgreSQL has locks. Who stores records of any ids has the first lock alone (dataset/lock_ids.sql).
-- Caller: observe.lockIDs
select pg_advisory_xact_lock_shared(hashtextextended('skeeter observation ids', 0))
union all
select pg_advisory_xact_lock(hashtext('skeeter observation'), bucket)
from (select distinct hashtext(id::text) & 1023 as bucket from unnest(@ids::uuid[]) id order by bucket) buckets
