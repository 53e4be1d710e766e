-- The records that changed since a snapshot, as this transaction sees it, once each; a limit of null is none.
-- Caller: distributing.changed
-- Index: observation_changes_xid, event_changes_xid, pool_changes_xid, absence_changes_xid
with seen as (
    select xid, id, 'observations' as entity from observation_changes
    union all
    select xid, id, 'sampling_events' from event_changes where id is not null
    union all
    select xid, id, 'pools' from pool_changes
    union all
    select xid, id, 'absences' from absence_changes
)
select distinct entity, id from seen
where xid >= pg_snapshot_xmin(@held::pg_snapshot) and not pg_visible_in_snapshot(xid, @held::pg_snapshot)
order by entity, id
limit @limit::int
