-- The private data sources whose day has come.
-- Caller: private.Publish
select key, id, name, public_from from all_data_sources where private and public_from <= (now() at time zone 'UTC')::date order by id
