-- The box of all sampling events, null without any: the record nearest to each side of the world. ST_EstimatedExtent would be as fast, but the index still has
-- the places of rows that are gone: exact ones from before they were hidden, and those of data sources from before they were made private.
-- Caller: collection.source.boxOfEvents
-- Index: sampling_events_geom
select
    (select ST_X(geom) from sampling_events order by geom <-> ST_GeomFromEWKT('SRID=4326;LINESTRING(-180 -90,-180 90)') limit 1) as west,
    (select ST_Y(geom) from sampling_events order by geom <-> ST_GeomFromEWKT('SRID=4326;LINESTRING(-180 -90,180 -90)') limit 1) as south,
    (select ST_X(geom) from sampling_events order by geom <-> ST_GeomFromEWKT('SRID=4326;LINESTRING(180 -90,180 90)') limit 1) as east,
    (select ST_Y(geom) from sampling_events order by geom <-> ST_GeomFromEWKT('SRID=4326;LINESTRING(-180 90,180 90)') limit 1) as north
