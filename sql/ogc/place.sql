-- A point of a CRS in longitude and latitude, and its distance from the same point transformed there and back, in the unit of the
-- CRS. The distance is large where the CRS has no such place.
-- Caller: crs.Register.Degrees
select ST_X(there), ST_Y(there), coalesce(ST_Distance(ST_Transform(there, @srid::int), sent), 'infinity')
from (select sent, ST_Transform(sent, 4326) as there from (select ST_SetSRID(ST_MakePoint(@x::float8, @y::float8), @srid::int) as sent) p) q
