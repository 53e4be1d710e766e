    -- Whether a record changed that the distributed tables d do not hold yet: each change touches an area.
    exists (select 1 from public.observation_touches t where t.xid >= pg_snapshot_xmin(d.held) and not pg_visible_in_snapshot(t.xid, d.held))
