-- Whether a record, public or not, that cites a prediction is of a receipt or of an account. No record has the account of zeros.
-- Caller: uploads.Store.sees
-- Index: observations_prediction, held_observations_prediction, receipts_pkey
select exists (
    select from (
        select id, account from held_observations where prediction_id = @id::uuid
        union all
        select id, account from observations where prediction_id = @id::uuid
    ) o
    where o.account = @account::uuid or exists (select from receipts r where r.hash = @hash::bytea and r.observation_id = o.id)
)
