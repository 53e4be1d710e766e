-- The number of data sources that somebody may know.
-- Caller: sources.store.list
select count(*) from all_data_sources where not private or @all::boolean or id = any(@mine::text[])
