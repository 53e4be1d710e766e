-- The vectors in the order of the file, the main one first.
-- Caller: catalog.load
insert into disease_vectors (disease_id, taxon_key, rank, role, reference_id, unverified)
select d.id, t.key, v.rank, (v.link ->> 'role')::vector_role, v.link ->> 'source', (v.link ->> 'unverified')::boolean
from jsonb_to_recordset(@diseases::jsonb) d (id text, vectors jsonb)
cross join jsonb_array_elements(d.vectors) with ordinality v (link, rank)
join taxa t on t.id = v.link ->> 'species'
