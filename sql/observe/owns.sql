-- Whether a receipt is that of an observation.
-- Caller: observe.store.owns
-- Index: receipts_pkey
select exists (select from receipts where hash = @hash::bytea and observation_id = @id::uuid)
