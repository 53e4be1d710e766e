-- How many observations of a user match.
-- Caller: observe.store.countUser
-- Index: observations_user
select count(*) from observations o
where o.user_id = @user_id::text and
-- include: fragment/filter.sql
