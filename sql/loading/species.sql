-- Species; the texts are in translations.
-- Caller: catalog.load
insert into species (taxon_key, rank, authorship, family, subfamily, subgenus, vector_status, sources)
select t.key, s.rank, s.authorship, 'Culicidae', s.subfamily, s.subgenus, s.vector_status,
       array(select w ->> 'source' from jsonb_array_elements(s.sources) w)
from jsonb_to_recordset(@species::jsonb) s
    (id text, rank text, authorship text, subfamily text, subgenus text, vector_status text, sources jsonb)
join taxa t on t.id = s.id
on conflict (taxon_key) do update
set rank = excluded.rank, authorship = excluded.authorship, subfamily = excluded.subfamily, subgenus = excluded.subgenus,
    vector_status = excluded.vector_status, sources = excluded.sources
