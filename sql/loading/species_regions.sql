-- Where species live.
-- Caller: catalog.load
insert into species_regions (taxon_key, region_id)
select t.key, region
from jsonb_to_recordset(@species::jsonb) s (id text, regions text[])
join taxa t on t.id = s.id
cross join unnest(s.regions) region
