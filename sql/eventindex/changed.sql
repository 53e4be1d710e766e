-- The sampling events that changed, or whose catch did, since a snapshot that did not see the change.
-- Caller: eventindex.Index.Next
-- Index: event_changes_xid, sampling_events_event
select distinct coalesce(c.id, e.id) as id
from event_changes c
left join sampling_events e on e.data_source_key = c.data_source_key and e.event_id = c.event_id
where c.xid >= pg_snapshot_xmin(@snapshot::pg_snapshot)
  and not pg_visible_in_snapshot(c.xid, @snapshot::pg_snapshot)
  and coalesce(c.id, e.id) is not null
order by 1
