-- The schemas of the private data sources.
-- Caller: postgres.EachSet
select 'private_' || key from all_data_sources where private order by key
