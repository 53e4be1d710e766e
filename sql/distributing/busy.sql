-- Whether a transaction that writes is under way in the cluster. Asked after a position in the write-ahead log and before a snapshot, it says whether something
-- may have committed before the position and not be seen by the snapshot.
-- Caller: nodes.Written
-- Index: none
select exists (select 1 from pg_locks where locktype = 'transactionid')
