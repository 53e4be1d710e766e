-- Where people catch diseases.
-- Caller: catalog.load
insert into disease_regions (disease_id, region_id)
select d.id, region
from jsonb_to_recordset(@diseases::jsonb) d (id text, regions text[])
cross join unnest(d.regions) region
