-- A box that holds all pools, null without any: the one that the index of their places has, which may be larger since pools were deleted.
-- Caller: collection.source.boxOfPools
-- Index: pools_geom
select ST_XMin(box) as west, ST_YMin(box) as south, ST_XMax(box) as east, ST_YMax(box) as north
from (select ST_EstimatedExtent('pools', 'geom') as box) extent
