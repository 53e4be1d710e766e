-- A page of an account's observations from an offset, newest first.
-- Caller: observe.store.ownPage
-- Index: observations_account, held_observations_account, observations_pkey, held_observations_id
with page as (
    select * from (
-- include: fragment/own_observations.sql
    ) o
    order by o.observed_at desc, o.id
    limit @limit::bigint offset @offset::bigint
)
-- include: fragment/own_page.sql
order by observed_at desc, id
