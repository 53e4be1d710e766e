-- The works that the texts rest on, in the order of the file.
-- Caller: catalog.load
insert into statement_sources (kind, id, rank, reference_id, statements, unverified)
select f.kind, f.id, w.rank, w.entry ->> 'source', array(select jsonb_array_elements_text(w.entry -> 'statements')), (w.entry ->> 'unverified')::boolean
from (select 'species' as kind, s.* from jsonb_to_recordset(@species::jsonb) s (id text, sources jsonb)
      union all select 'disease', d.* from jsonb_to_recordset(@diseases::jsonb) d (id text, sources jsonb)) f
cross join jsonb_array_elements(f.sources) with ordinality w (entry, rank)
