-- Removes rows that no record is left of, and says whether some hold less than none: then the change log was not that of these rollups.
-- Caller: rollups.dropEmpty
-- Index: observation_rollups_pkey
with gone as (
    delete from observation_rollups r using rollup_rows d
    where (r.grain, r.x, r.y, r.taxon_key, r.first_month, r.last_month, r.kind) = (d.grain, d.x, d.y, d.taxon_key, d.first_month, d.last_month, d.kind)
      and r.records <= 0
    returning r.records
)
select count(*) as rows, coalesce(bool_or(records < 0), false) as lost from gone
