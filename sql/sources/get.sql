-- A data source, unless it is a private one that somebody may not know.
-- Caller: sources.store.get
-- Index: data_sources_id_key
select id, name as title, licence, citation, contact, url, synthetic, obscured_degrees, private, public_from::text, imported_at
from all_data_sources
where id = @id and (not private or @all::boolean or id = any(@mine::text[]))
