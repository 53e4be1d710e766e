-- The rows whose occurrenceID a record of another data source has: one with the same time, or any if the id is so long that two sources
-- do not have it by chance.
-- Caller: transfer.importRun.findShared
-- Index: observations_occurrence_id
create temporary table import_shared on commit drop as
select r.nth, min(o.data_source_key) as key
from import_rows r
join import_sources s on s.source = r.source
join (
    select occurrence_id, observed_at, data_source_key from observations where occurrence_id is not null
    union all
    select occurrence_id, observed_at, data_source_key from absences where occurrence_id is not null
) o on o.occurrence_id = r.occurrence_id
where o.data_source_key is distinct from s.key and (o.observed_at = r.observed_at or length(r.occurrence_id) >= 16)
group by r.nth
