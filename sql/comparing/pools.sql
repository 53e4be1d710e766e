-- The file's pools in the order of time, with what changes in the table: new, changed or same. Those of a file of our own are compared
-- field by field.
-- Caller: importing.fileImport.comparePools
-- Index: pools_pkey
create temporary table import_pools on commit drop as
select ((row_number() over (order by e.ended_at, e.id) - 1) / @batch::int)::int as batch, e.*,
       case when o.id is null then 'new'
            when @own::boolean or o.source_hash is distinct from e.source_hash then 'changed'
            else 'same' end as change
from (
    select r.nth, r.line, r.id, s.key as data_source_key, r.pool_id, r.source_hash, r.event_id, r.geom, r.accuracy_m as location_accuracy_m,
           -- As records.sql has it.
           case when near.id is null then p.country_id else near.id end as country_id,
           case when near.id is null then p.region_id else near.region_id end as region_id,
           r.started_at, r.ended_at, r.utc_offset, r.date_precision, r.sampling_protocol, n.taxon_key,
           nullif(r.verbatim_name, t.scientific_name) as verbatim_scientific_name, r.identification_qualifier, r.sex, r.life_stage, r.size,
           r.pathogen, d.id as disease_id, r.method, r.result, r.tested_on, r.remarks, r.metadata,
           r.event_place, r.event_days, r.event_protocol
    from import_pool_rows r
    join taxon_names n on n.slug = r.slug
    join taxa t on t.key = n.taxon_key
    join import_places p on p.geom = r.geom
    join import_sources s on s.source = r.source
    left join diseases d on d.id = r.disease_id
    left join import_mismatches m on m.geom = r.geom and m.stated_country = r.stated_country
    left join countries near on near.id = r.stated_country and near.id <> p.country_id and near.id is distinct from p.state and m.geom is null
) e
left join pools o on o.id = e.id
