-- The first pools of the file as they would be.
-- Caller: importing.fileImport.preview
-- Index: data_sources_pkey
select p.line, case p.change when 'new' then 'inserted' when 'same' then 'unchanged' else 'updated' end as outcome,
       coalesce(d.name, '') as data_source, p.pool_id, coalesce(p.event_id, '') as event_id, t.scientific_name, p.size, p.pathogen,
       coalesce(p.method, '') as method, p.result, p.tested_on, ST_Y(p.geom) as lat, ST_X(p.geom) as lon, p.started_at, p.ended_at,
       p.utc_offset, p.date_precision, coalesce(p.sampling_protocol, '') as sampling_protocol
from (select * from import_pools order by nth limit @rows::int) p
join taxa t on t.key = p.taxon_key
left join data_sources d on d.key = p.data_source_key
order by p.nth
