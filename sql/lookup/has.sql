-- Whether there is a spelling of a taxon, or a data source, among slugs.
-- Caller: postgres.Lookups.namesFor
-- Index: taxon_names_pkey, data_sources_id_key
select exists (select from taxon_names where slug = any(@species::text[])) or
       exists (select from data_sources where id = any(@sources::text[])) as has
