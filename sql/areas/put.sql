-- Stores an area of a set, and says what became of it; no row for one that has no area. An id that another set has is left to it, unless that
-- set is built in.
-- Caller: areas.importer.put
with recursive
-- include: fragment/repaired_area.sql
, stored as (
    select a.set, a.name, a.geom, a.set <> @set::text and exists (select from built_in_areas b where b.set = a.set) as gives_way
    from areas a
    where a.id = @id::text
), put as (
    insert into areas (id, set, name, geom, area_km2, vertices, repaired)
    select @id::text, @set::text, @name::text, geom, area_km2, vertices, repaired from area
    on conflict (id) do update
    set set = excluded.set, name = excluded.name, geom = excluded.geom, area_km2 = excluded.area_km2, vertices = excluded.vertices, repaired = excluded.repaired
    where areas.set = excluded.set and (areas.name, areas.geom) is distinct from (excluded.name, excluded.geom)
        or areas.set <> excluded.set and exists (select from built_in_areas b where b.set = areas.set)
)
select case when s.set is null or s.gives_way then 'new' when s.set <> @set::text then 'taken' when (s.name, s.geom) is distinct from (@name::text, area.geom) then 'changed'
       else 'unchanged' end as outcome, coalesce(s.set, '') as stored_set, area.repaired
from area left join stored s on true
