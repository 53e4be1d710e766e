-- The areas of a set, without geometry where they have more vertices together than there is room for.
-- Caller: analytics.Analytics.AreasOf
-- Index: areas_set
select id, coalesce(name, '') as name, area_km2, case when sum(vertices) over () <= @room::int then ST_AsBinary(geom, 'NDR') end as wkb
from areas
where set = @set::text
order by id
