-- The areas of a set that touch a box, without geometry where they have more vertices together than there is room for. Ids of a built-in set
-- begin with the country.
-- Caller: analytics.Analytics.areasOf
-- Index: areas_set
select id, coalesce(name, '') as name, area_km2, case when sum(vertices) over () <= @room::int then ST_AsBinary(geom, 'NDR') end as wkb
from areas
where set = @set::text
and (@countries::text[] is null or split_part(id, '-', 1) = any(@countries::text[]) or set not in (select b.set from built_in_areas b))
and (@west::float8 is null
    or geom && ST_MakeEnvelope(@west::float8, @south::float8, case when @west::float8 <= @east::float8 then @east::float8 else 180 end, @north::float8, 4326)
    or @west::float8 > @east::float8 and geom && ST_MakeEnvelope(-180, @south::float8, @east::float8, @north::float8, 4326))
order by id
