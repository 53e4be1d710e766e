-- Which of some ids are those of data sources.
-- Caller: accounts.Grant.CheckLimits
-- Index: data_sources_id_key
select coalesce(array_agg(id::text), '{}') from all_data_sources where id = any(@ids::text[])
