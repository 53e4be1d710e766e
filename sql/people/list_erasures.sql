-- The erasures, the oldest first.
-- Caller: erasures.List
-- Index: none, a scan
select encode(hash, 'hex') as hash, erased_on from erasures order by erased_on, hash
