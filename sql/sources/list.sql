-- A page of the data sources that somebody may know, by id.
-- Caller: sources.store.list
-- Index: data_sources_id_key
select id, name as title, licence, citation, contact, url, synthetic, obscured_degrees, private, public_from::text, imported_at
from all_data_sources
where not private or @all::boolean or id = any(@mine::text[])
order by id limit @limit::int offset @offset::int
