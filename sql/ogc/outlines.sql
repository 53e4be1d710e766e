-- The polygons of all countries and regions, by the collection that shows them, valid with the seven decimals that answers have: a few are not
-- when each coordinate alone is rounded. Read once a process.
-- Caller: collection.outlines.read
select collection, id,
       ST_AsBinary(case when ST_IsValid(ST_SnapToGrid(shape, 1e-7)) then shape else ST_Multi(ST_ReducePrecision(shape, 1e-7)) end, 'NDR') as shape
from (
    select 'countries' as collection, id, shape from countries
    union all
    select 'regions', region_id, shape from region_shapes
) shapes
order by 1, 2
