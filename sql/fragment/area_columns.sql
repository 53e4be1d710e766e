       -- What an answer says of an area a.
       a.id, a.set, a.name, a.area_km2, a.repaired, ST_XMin(a.geom) as west, ST_YMin(a.geom) as south, ST_XMax(a.geom) as east, ST_YMax(a.geom) as north,
       a.used_at,
-- include: fragment/area_kept.sql
       as kept
