-- Stores a drawn area, or finds the one of the same geometry; no row for one that has no area. One that was not used for 30 days is made
-- anew.
-- Caller: areas.store.add
with recursive
-- include: fragment/repaired_area.sql
, a as (
    insert into areas (id, geom, area_km2, vertices, repaired)
    select hash, geom, area_km2, vertices, repaired from area
    on conflict (id) do update set
        used_at = now(), created_at = case when areas.used_at < now() - interval '30 days' then now() else areas.created_at end
    returning *, created_at = now() as created
)
select
-- include: fragment/area_columns.sql
       , a.created, area.repaired as repaired_now
from a, area
