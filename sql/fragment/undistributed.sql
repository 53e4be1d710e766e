    -- Whether a record changed that the distributed tables do not hold yet.
    exists (select 1 from public.observation_changes c where c.xid >= pg_snapshot_xmin(d.held) and not pg_visible_in_snapshot(c.xid, d.held))
    or exists (select 1 from public.event_changes c where c.xid >= pg_snapshot_xmin(d.held) and not pg_visible_in_snapshot(c.xid, d.held))
    or exists (select 1 from public.pool_changes c where c.xid >= pg_snapshot_xmin(d.held) and not pg_visible_in_snapshot(c.xid, d.held))
