-- Whether there is a spelling of a taxon, or a data source, among slugs.
-- Caller: postgres.Lookups.namesFor
-- Index: taxon_names_pkey, data_sources_id_key
select exists (select from taxon_names n join taxa t on t.key = n.taxon_key
               where n.slug = any(@species::text[]) and (t.private_to is null or t.private_to && coalesce(private_here(), '{}'))) or
       exists (select from data_sources where id = any(@sources::text[])) as has
