-- Everything that the catalog knows of one disease.
-- Caller: catalog.store.disease
-- Index: diseases_pkey, translations_pkey, disease_vectors_pkey, statement_sources_pkey
select d.id, coalesce(l.name, e.name) as name, coalesce(l.texts ->> 'description', e.texts ->> 'description') as description,
       array(select t.scientific_name from disease_vectors v join taxa t on t.key = v.taxon_key
             where v.disease_id = d.id and v.role <> 'laboratory_only' order by v.rank) as vectors,
       coalesce(l.texts -> 'symptoms', e.texts -> 'symptoms') as symptoms,
       array(select r.region_id::text from disease_regions r where r.disease_id = d.id order by 1) as region_ids,
       coalesce(l.texts ->> 'transmission', e.texts ->> 'transmission') as transmission,
       coalesce(l.texts ->> 'treatment', e.texts ->> 'treatment') as treatment,
       coalesce(l.texts ->> 'prevention', e.texts ->> 'prevention') as prevention,
       coalesce(l.texts ->> 'prevalence', e.texts ->> 'prevalence') as prevalence,
       coalesce(l.texts ->> 'pathogen', e.texts ->> 'pathogen') as pathogen,
       d.pathogen_type,
       (select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'scientific_name', t.scientific_name, 'vector_status', s.vector_status, 'role', v.role,
                                                     'source',
-- include: fragment/link_source.sql
                                                     ) order by v.rank), '[]')
        from disease_vectors v join taxa t on t.key = v.taxon_key join species s on s.taxon_key = t.key
        join catalog_references w on w.id = v.reference_id
        where v.disease_id = d.id) as vector_species,
-- include: fragment/statement_sources.sql
       as sources
from diseases d
join translations e on e.kind = 'disease' and e.lang = 'en' and e.id = d.id
left join translations l on l.kind = 'disease' and l.lang = @lang and l.id = d.id
where d.id = @id
