-- Locks those of some predictions that nobody cites at this moment; a request that wants to cite one waits.
-- Caller: uploads.Store.delete
-- Index: predictions_pkey
select id from predictions where id = any(@ids::uuid[]) for update skip locked
