-- Everything that the catalog knows of one species or group.
-- Caller: catalog.store.oneSpecies
-- Index: species_pkey, translations_pkey, disease_vectors_taxon, taxon_names_taxon, species_members_pkey, species_images_taxon, statement_sources_pkey
select t.key, t.id, t.scientific_name, s.rank, coalesce(l.name, e.name) as common_name, s.vector_status,
       array(select distinct v.role from disease_vectors v where v.taxon_key = t.key order by 1)::text[] as roles, t.genus, s.family,
       coalesce(l.texts ->> 'habitat', e.texts ->> 'habitat') as habitat,
       coalesce(l.texts ->> 'distribution', e.texts ->> 'distribution') as distribution,
       s.authorship, s.subfamily, s.subgenus,
       (select jsonb_object_agg(n.lang, n.name) from translations n where n.kind = 'species' and n.id = t.id) as common_names,
       coalesce((coalesce(l.texts, e.texts) ->> 'coined')::boolean, false) as common_name_coined,
       coalesce(l.texts ->> 'description', e.texts ->> 'description') as description,
       coalesce(l.texts -> 'key_characteristics', e.texts -> 'key_characteristics') as key_characteristics,
       coalesce(l.texts -> 'habitat_preferences', e.texts -> 'habitat_preferences') as habitat_preferences,
       array(select r.region_id::text from species_regions r where r.taxon_key = t.key order by 1) as region_ids,
       (select coalesce(jsonb_agg(jsonb_build_object('id', v.disease_id, 'role', v.role, 'source',
-- include: fragment/link_source.sql
        )), '[]')
        from disease_vectors v join catalog_references w on w.id = v.reference_id
        where v.taxon_key = t.key) as related_diseases,
-- include: fragment/statement_sources.sql
       as sources,
       array(select m.name from species_members m where m.taxon_key = t.key order by m.name collate "C") as member_names,
       array(select n.name from taxon_names n where n.taxon_key = t.key and not n.accepted order by n.name) as synonyms,
       coalesce(p.images, '[]') as images, p.images -> 0 as image
from species s
join taxa t on t.key = s.taxon_key
join translations e on e.kind = 'species' and e.lang = 'en' and e.id = t.id
left join translations l on l.kind = 'species' and l.lang = @lang and l.id = t.id
cross join lateral (
    select jsonb_agg(
-- include: fragment/species_image.sql
        order by i.place, i.file) as images
    from species_images i where i.taxon_key = t.key
) p
where t.key = @key
