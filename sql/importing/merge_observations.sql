-- Stores the file's records. One that did not change stays as it is; one that did keeps its status, which a review gave it. They
-- are written in the order of time, because most indexes end with the time: any other order takes twice as long.
-- Caller: transfer.importRun.merge
-- Index: observations_pkey
insert into observations as o (id, taxon_key, verbatim_scientific_name, geom, observed_at, date_precision, observed_until,
    data_source_key, occurrence_id, source_hash, country_id, region_id, location_accuracy_m, life_stage, sex,
    sampling_protocol, event_id, notes, observer_name, metadata, count)
select
-- include: fragment/import_columns.sql
    , r.count
-- include: fragment/import_source.sql
where not r.absent
order by r.observed_at
on conflict (id) do update
set taxon_key = excluded.taxon_key, verbatim_scientific_name = excluded.verbatim_scientific_name, geom = excluded.geom,
    observed_at = excluded.observed_at, date_precision = excluded.date_precision, observed_until = excluded.observed_until,
    occurrence_id = excluded.occurrence_id, source_hash = excluded.source_hash, country_id = excluded.country_id,
    region_id = excluded.region_id, location_accuracy_m = excluded.location_accuracy_m, life_stage = excluded.life_stage,
    sex = excluded.sex, sampling_protocol = excluded.sampling_protocol, event_id = excluded.event_id, notes = excluded.notes,
    observer_name = excluded.observer_name, metadata = excluded.metadata, count = excluded.count, updated_at = now()
where o.source_hash is distinct from excluded.source_hash
