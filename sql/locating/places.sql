-- The country, the region and the flags of every place of the file, one row a place. state is the country that a territory belongs to.
-- Caller: importing.fileImport.locate
-- Index: country_pieces_shape
create temporary table import_places on commit drop as
select p.geom, p.country_id, t.state, c.region_id, place_flags(p.geom, p.country_id) as flags
from (select geom, place_of(geom) as country_id from (
        select geom from import_rows union select geom from import_event_rows union select geom from import_pool_rows
    ) places offset 0) p
left join countries c on c.id = p.country_id
left join unnest(@territories::text[], @states::text[]) t (territory, state) on t.territory = p.country_id
