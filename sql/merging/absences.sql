-- Stores a batch of the file's absences. One that changed keeps its status.
-- Caller: importing.fileImport.merge
-- Index: absences_pkey
insert into absences as o (id, taxon_key, verbatim_scientific_name, geom, observed_at, utc_offset, date_precision, observed_until, data_source_key,
    occurrence_id, source_hash, country_id, region_id, location_accuracy_m, life_stage, sex, sampling_protocol, event_id,
    notes, observer_name, identification_qualifier, basis_of_record, licence, flags, status, metadata)
select r.id, r.taxon_key, r.verbatim_scientific_name, r.geom, r.observed_at, r.utc_offset, r.date_precision, r.observed_until,
    r.data_source_key, r.occurrence_id, r.source_hash, r.country_id, r.region_id, r.location_accuracy_m, r.life_stage, r.sex,
    r.sampling_protocol, r.event_id, r.notes, r.observer_name, r.identification_qualifier, r.basis_of_record, r.licence,
    r.flags, r.status, r.metadata
from import_records r
where r.batch = @batch::int and r.absent and r.change in ('new', 'changed')
order by r.observed_at
on conflict (id) do update
set taxon_key = excluded.taxon_key, verbatim_scientific_name = excluded.verbatim_scientific_name, geom = excluded.geom,
    observed_at = excluded.observed_at, utc_offset = excluded.utc_offset, date_precision = excluded.date_precision,
    observed_until = excluded.observed_until, occurrence_id = excluded.occurrence_id, source_hash = excluded.source_hash,
    country_id = excluded.country_id, region_id = excluded.region_id, location_accuracy_m = excluded.location_accuracy_m,
    life_stage = excluded.life_stage, sex = excluded.sex, sampling_protocol = excluded.sampling_protocol,
    event_id = excluded.event_id, notes = excluded.notes,
    observer_name = case when @private::boolean then excluded.observer_name else o.observer_name end,
    identification_qualifier = excluded.identification_qualifier, basis_of_record = excluded.basis_of_record,
    licence = excluded.licence, flags = excluded.flags, import_rules = excluded.import_rules,
    metadata = case when @private::boolean then excluded.metadata
                    else excluded.metadata || o.metadata - array(select jsonb_object_keys(o.metadata - array['recordedBy', 'recordedByID'])) end,
    updated_at = now()
