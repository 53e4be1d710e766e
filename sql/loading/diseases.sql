-- Diseases; the texts are in translations.
-- Caller: catalog.load
insert into diseases (id, pathogen_type, sources)
select id, pathogen_type, array(select w ->> 'source' from jsonb_array_elements(d.sources) w)
from jsonb_to_recordset(@diseases::jsonb) d (id text, pathogen_type text, sources jsonb)
on conflict (id) do update set pathogen_type = excluded.pathogen_type, sources = excluded.sources
