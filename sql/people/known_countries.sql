-- Which of some ids are those of countries.
-- Caller: accounts.Grant.CheckLimits
-- Index: countries_pkey
select coalesce(array_agg(id::text), '{}') from countries where id = any(@ids::text[])
