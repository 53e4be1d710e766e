-- Locks the predictions that no request is citing at this moment. A request that wants to cite one waits.
-- Caller: uploads.Store.delete
-- Index: predictions_pkey
select id from predictions where id = any(@ids::uuid[]) for update skip locked
