-- The accepted name of a new taxon.
-- Caller: naming.Species.AddName
-- Index: taxa_id_key
insert into taxon_names (slug, name, taxon_key, accepted)
select t.id, t.scientific_name, t.key, true from taxa t where t.id = @slug::text
on conflict do nothing
