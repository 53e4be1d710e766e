-- The number of data sources.
-- Caller: sources.store.list
select count(*) from data_sources
