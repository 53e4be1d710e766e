-- The page of an account's observations after a position, newest first.
-- Caller: observe.store.ownPage
-- Index: observations_account, held_observations_account, observations_pkey, held_observations_id
with page as (
    select * from (
-- include: fragment/own_observations.sql
    ) o
    where o.observed_at < @at::timestamptz or o.observed_at = @at::timestamptz and o.id > @id::uuid
    order by o.observed_at desc, o.id
    limit @limit::bigint
)
-- include: fragment/own_page.sql
order by observed_at desc, id
