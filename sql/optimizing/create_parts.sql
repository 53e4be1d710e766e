-- The records in the order of place and time, in parts of so many rows. PostGIS orders places along a Hilbert curve.
-- Caller: optimizing.divide
-- Index: none, a scan
create temporary table parts as
select id, ((row_number() over (order by geom, observed_at, id) - 1) / @rows::int)::int as part
from observations
