-- The file's rows as records, in the order of time, with what changes in the tables: new, changed, completed (the row is the same, and
-- the record lacks what is read from it today) or same. Most indexes end with the time, so a batch is near in time. A file of our own says
-- the flags itself, and is compared field by field. Without stored no row can be: nothing is read of the tables, which are large.
-- Caller: importing.fileImport.compare
-- Index: observations_pkey, absences_pkey
create temporary table import_records on commit drop as
select ((row_number() over (order by e.observed_at, e.nth) - 1) / @batch::int)::int as batch, e.*,
       case when o.id is null and a.id is null then 'new'
            when @own::boolean or coalesce(o.source_hash, a.source_hash) is distinct from e.source_hash then 'changed'
            when coalesce(o.import_rules, a.import_rules) < 1 -- the default of today
              and (coalesce(o.identification_qualifier, a.identification_qualifier, e.identification_qualifier)
                     is distinct from coalesce(o.identification_qualifier, a.identification_qualifier)
                or coalesce(o.basis_of_record, a.basis_of_record, e.basis_of_record)
                     is distinct from coalesce(o.basis_of_record, a.basis_of_record)
                or coalesce(o.licence, a.licence, e.licence) is distinct from coalesce(o.licence, a.licence)
                or coalesce(o.sex, a.sex, e.sex) is distinct from coalesce(o.sex, a.sex)
                or coalesce(o.life_stage, a.life_stage, e.life_stage) is distinct from coalesce(o.life_stage, a.life_stage)
                or coalesce(o.utc_offset, a.utc_offset) = 0 and e.utc_offset <> 0 and coalesce(o.observed_at, a.observed_at) = e.observed_at)
              -- The flags follow from these; 32 follows from other data sources.
              or coalesce(o.flags, a.flags) & 95 <> e.flags & 95 and coalesce(o.taxon_key, a.taxon_key) = e.taxon_key
                     and coalesce(o.geom, a.geom) = e.geom
                     and coalesce(o.location_accuracy_m, a.location_accuracy_m) is not distinct from e.location_accuracy_m
            then 'completed'
            else 'same' end as change
from (
    select r.nth, r.line, r.absent, r.id, n.taxon_key, nullif(r.verbatim_name, t.scientific_name) as verbatim_scientific_name, r.count,
           r.geom, r.observed_at, r.utc_offset, r.date_precision, r.observed_until, s.key as data_source_key, r.occurrence_id,
           r.source_hash,
           -- Near a border the country that the row states counts, because borders of Natural Earth are no better than 5 km.
           case when near.id is null then p.country_id else near.id end as country_id,
           case when near.id is null then p.region_id else near.region_id end as region_id, r.accuracy_m as location_accuracy_m, r.life_stage, r.sex, r.sampling_protocol,
           r.event_id, r.notes, r.observer_name, r.identification_qualifier, r.basis_of_record,
           case when @own::boolean then r.licence else nullif(r.licence, d.licence) end as licence,
           coalesce(r.status, 'unverified') as status, r.user_id, r.image_url, r.prediction_id, r.model_id, r.confidence, r.metadata,
           case when @own::boolean then r.flags
                else (r.flags | p.flags | coalesce(g.flags, 0::smallint)
                      | case when m.geom is not null then 1 else 0 end
                      | case when i.nth is not null then 32 else 0 end)::smallint end as flags
    from import_rows r
    join taxon_names n on n.slug = r.slug
    join taxa t on t.key = n.taxon_key
    join import_places p on p.geom = r.geom
    join import_sources s on s.source = r.source
    left join data_sources d on d.key = s.key
    left join import_ranges g on g.taxon_key = n.taxon_key and g.region_id = p.region_id
    left join import_shared i on i.nth = r.nth
    left join import_mismatches m on m.geom = r.geom and m.stated_country = r.stated_country
    left join countries near on near.id = r.stated_country and near.id <> p.country_id and near.id is distinct from p.state and m.geom is null
) e
-- "limit" makes PostgreSQL look for each row by index: its estimates of rows grow with each join, and it would read all of the tables.
left join lateral (select * from observations where @stored::boolean and id = e.id and not e.absent limit 1) o on true
left join lateral (select * from absences where @stored::boolean and id = e.id and e.absent limit 1) a on true
