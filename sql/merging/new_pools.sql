-- Stores the new pools of a batch of the file, as new_observations.sql stores records.
-- Caller: importing.fileImport.mergePools
-- Index: none, nothing is looked for
insert into pools (id, data_source_key, pool_id, source_hash, event_id, geom, location_accuracy_m, country_id, region_id, started_at,
    ended_at, utc_offset, date_precision, sampling_protocol, taxon_key, verbatim_scientific_name, identification_qualifier, sex, life_stage,
    size, pathogen, disease_id, method, result, tested_on, remarks, metadata, event_place, event_days, event_protocol)
select r.id, r.data_source_key, r.pool_id, r.source_hash, r.event_id, r.geom, r.location_accuracy_m, r.country_id, r.region_id, r.started_at,
    r.ended_at, r.utc_offset, r.date_precision, r.sampling_protocol, r.taxon_key, r.verbatim_scientific_name, r.identification_qualifier,
    r.sex, r.life_stage, r.size, r.pathogen, r.disease_id, r.method, r.result, r.tested_on, r.remarks, r.metadata,
    r.event_place, r.event_days, r.event_protocol
from import_pools r
where r.batch = @batch::int and r.change = 'new'
order by r.ended_at
