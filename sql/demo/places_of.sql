-- The country of every trap site, '' at sea.
-- Caller: demo.demoWorld.findCountries
-- Index: country_pieces_shape
select coalesce(place_of(ST_SetSRID(ST_MakePoint(lon, lat), 4326)), '') as country_id
from unnest(@lons::float8[], @lats::float8[]) with ordinality as site (lon, lat, n)
order by n
