-- The country of every place of the file, one row a place.
-- Caller: transfer.importRun.merge
-- Index: country_pieces_shape
create temporary table import_places on commit drop as
select geom, place_of(geom) as country_id
from (select distinct geom from import_rows) places
