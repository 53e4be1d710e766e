-- The private data sources.
-- Caller: private.List
select key, id, name, public_from from all_data_sources where private order by id
