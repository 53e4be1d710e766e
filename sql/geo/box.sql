-- The extent of what matches in each strip of the world; mercator_x shifted right numbers the strips. Used until the tile index
-- is loaded.
-- Caller: counting.Counter.Box
-- Index: that of the filter
select min(o.mercator_x) as min_x, max(o.mercator_x) as max_x, min(o.mercator_y) as min_y, max(o.mercator_y) as max_y,
       min(ST_Y(o.geom)) filter (where o.mercator_y = -2147483648 or o.mercator_y = 2147483647) as south,
       max(ST_Y(o.geom)) filter (where o.mercator_y = -2147483648 or o.mercator_y = 2147483647) as north
from observations o
where
-- include: fragment/filter.sql
group by o.mercator_x >> @shift::int
