-- The box of all countries. Read once a process.
-- Caller: collection.source.boxOfShapes
select ST_XMin(box), ST_YMin(box), ST_XMax(box), ST_YMax(box) from (select ST_Extent(shape) as box from countries) all_of_them
