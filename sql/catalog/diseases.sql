-- The diseases in a language, English where a text is missing; those whose name or description holds @search (folded) in any
-- language. Some dozens of rows.
-- Caller: catalog.store.diseases
-- Index: translations_pkey, disease_vectors_pkey
select d.id, coalesce(l.name, e.name) as name, coalesce(l.texts ->> 'description', e.texts ->> 'description') as description,
       d.pathogen_type,
       array(select t.scientific_name from disease_vectors v join taxa t on t.key = v.taxon_key
             where v.disease_id = d.id and v.role <> 'laboratory_only' order by v.rank) as vectors
from diseases d
join translations e on e.kind = 'disease' and e.lang = 'en' and e.id = d.id
left join translations l on l.kind = 'disease' and l.lang = @lang and l.id = d.id
where @search::text is null or d.id in (
    select f.id from translations f where f.kind = 'disease' and strpos(f.folded, @search::text) > 0)
order by d.id
