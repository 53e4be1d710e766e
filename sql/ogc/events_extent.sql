-- A box that holds all sampling events, null without any: the one that the index of their places has, which may be larger since events
-- were deleted.
-- Caller: collection.source.boxOfEvents
-- Index: sampling_events_geom
select ST_XMin(box) as west, ST_YMin(box) as south, ST_XMax(box) as east, ST_YMax(box) as north
from (select ST_EstimatedExtent('sampling_events', 'geom') as box) extent
