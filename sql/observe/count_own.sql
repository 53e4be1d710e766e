-- How many observations an account has, public and held back.
-- Caller: observe.store.countOwn
-- Index: observations_account, held_observations_account
select count(*) from (
-- include: fragment/own_observations.sql
) o
