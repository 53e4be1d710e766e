-- Stores an area of a set, and says what became of it; no row for one that has no area. An id that another set has is left to it.
-- Caller: areas.importer.put
with recursive
-- include: fragment/repaired_area.sql
, stored as (
    select set, name, geom from areas where id = @id::text
), put as (
    insert into areas (id, set, name, geom, area_km2, vertices, repaired)
    select @id::text, @set::text, @name::text, geom, area_km2, vertices, repaired from area
    on conflict (id) do update
    set name = excluded.name, geom = excluded.geom, area_km2 = excluded.area_km2, vertices = excluded.vertices, repaired = excluded.repaired
    where areas.set = excluded.set and (areas.name, areas.geom) is distinct from (excluded.name, excluded.geom)
)
select case when s.set is null then 'new' when s.set <> @set::text then 'taken' when (s.name, s.geom) is distinct from (@name::text, area.geom) then 'changed'
       else 'unchanged' end as outcome, coalesce(s.set, '') as stored_set, area.repaired
from area left join stored s on true
