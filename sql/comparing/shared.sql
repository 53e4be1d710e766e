-- The rows whose occurrenceID a record of another data source has: one with the same name and time within about 100 m, because copies are
-- rounded, or any if the id is so long that two sources do not have it by chance.
-- Caller: importing.fileImport.findShared
-- Index: observations_occurrence_id, absences_occurrence_id
create temporary table import_shared on commit drop as
select nth, min(key) as key
from (
    select r.nth, o.data_source_key as key
    from import_rows r
    join import_sources s on s.source = r.source
    join observations o on o.occurrence_id = r.occurrence_id
    left join taxon_names n on n.slug = r.slug
    where o.occurrence_id is not null and o.data_source_key is distinct from s.key
      and (o.observed_at = r.observed_at and o.taxon_key = n.taxon_key and ST_DWithin(o.geom, r.geom, 0.001) or length(r.occurrence_id) >= 16)
    union all
    select r.nth, a.data_source_key
    from import_rows r
    join import_sources s on s.source = r.source
    join absences a on a.occurrence_id = r.occurrence_id
    left join taxon_names n on n.slug = r.slug
    where a.occurrence_id is not null and a.data_source_key is distinct from s.key
      and (a.observed_at = r.observed_at and a.taxon_key = n.taxon_key and ST_DWithin(a.geom, r.geom, 0.001) or length(r.occurrence_id) >= 16)
) found
group by nth
