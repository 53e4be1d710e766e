-- The vectors in the order of the file, the main one first.
-- Caller: catalog.load
insert into disease_vectors (disease_id, taxon_key, rank)
select d.id, t.key, v.rank
from jsonb_to_recordset(@diseases::jsonb) d (id text, vectors text[])
cross join unnest(d.vectors) with ordinality v (species, rank)
join taxa t on t.id = v.species
