-- What the snapshot of the last read did not see and this one does: nothing is skipped when a transaction commits late.
-- tileindex.CatchUp, index observation_changes_xid.
select mercator_x, mercator_y, taxon_key, observed_at, last_day, count, country_id, region_id, data_source_key, status,
       life_stage, sex, sampling_protocol, location_accuracy_m, latitude, added
from observation_changes
where xid >= pg_snapshot_xmin(@snapshot::pg_snapshot)
  and not pg_visible_in_snapshot(xid, @snapshot::pg_snapshot)
