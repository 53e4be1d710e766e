-- The page of an account's observations before a position, oldest first.
-- Caller: observe.store.ownPage
-- Index: observations_account, held_observations_account, observations_pkey, held_observations_id
with page as (
    select * from (
-- include: fragment/own_observations.sql
    ) o
    where o.observed_at > @at::timestamptz or o.observed_at = @at::timestamptz and o.id < @id::uuid
    order by o.observed_at, o.id desc
    limit @limit::bigint
)
-- include: fragment/own_page.sql
order by observed_at, id desc
