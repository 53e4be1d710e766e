-- Whether the record that cited a prediction first, and still does, public or not, is of a receipt or of an account. No record has the account of
-- zeros. A record that is younger than the citation only got the id of one that was deleted.
-- Caller: uploads.Store.sees
-- Index: predictions_pkey, observations_pkey, held_observations_id, receipts_pkey
select exists (
    select from predictions p
    cross join lateral (
        select id, account, created_at from held_observations where id = p.cited_by and prediction_id = p.id and removal is null
        union all
        select id, account, created_at from observations where id = p.cited_by and prediction_id = p.id
    ) o
    where p.id = @id::uuid and o.created_at <= p.cited_at
      and (o.account = @account::uuid or exists (select from receipts r where r.hash = @hash::bytea and r.observation_id = o.id))
)
