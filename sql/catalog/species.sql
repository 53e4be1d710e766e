-- The catalog's species in a language, English where a text is missing; those whose names hold @search (folded), those
-- with a role in a disease. A hundred rows.
-- Caller: catalog.store.species
-- Index: translations_pkey, disease_vectors_taxon, species_images_taxon
select t.key, t.id, t.scientific_name, s.rank, coalesce(l.name, e.name) as common_name, s.vector_status, v.roles, t.genus, s.family,
       coalesce(l.texts ->> 'habitat', e.texts ->> 'habitat') as habitat,
       coalesce(l.texts ->> 'distribution', e.texts ->> 'distribution') as distribution,
       (select
-- include: fragment/species_image.sql
        from species_images i where i.taxon_key = t.key order by i.place, i.file limit 1) as image
from species s
join taxa t on t.key = s.taxon_key
join translations e on e.kind = 'species' and e.lang = 'en' and e.id = t.id
left join translations l on l.kind = 'species' and l.lang = @lang and l.id = t.id
cross join lateral (
    select array(select distinct v.role from disease_vectors v
                 where v.taxon_key = s.taxon_key and (@disease::text is null or v.disease_id = @disease::text) order by 1)::text[] as roles
) v
where (@disease::text is null or v.roles <> '{}')
  and (@search::text is null or t.id in (
      select f.id from translations f where f.kind = 'species' and strpos(f.folded, @search::text) > 0))
order by t.scientific_name collate "C"
