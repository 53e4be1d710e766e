-- A page of the data sources, by id, with their number.
-- Caller: sources.store.list
-- Index: data_sources_id_key
select id, name as title, licence, citation, contact, url, synthetic, obscured_degrees, imported_at
from data_sources order by id limit @limit::int offset @offset::int
