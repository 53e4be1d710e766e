-- How many rows lie in their country once their coordinates are swapped, and do not as they are written; with the first of them.
-- Caller: importing.fileImport.checkAxes
-- Index: country_pieces_shape
select coalesce(sum(rows), 0)::bigint as rows, coalesce(min(line), 0) as line,
       coalesce((array_agg(ST_Y(geom) order by line))[1], 0) as lat, coalesce((array_agg(ST_X(geom) order by line))[1], 0) as lon,
       coalesce((array_agg(stated_country order by line))[1], '') as country
from (
    select r.geom, r.stated_country, count(*) as rows, min(r.line) as line
    from (
        select geom, stated_country, line from import_rows
        union all
        select geom, stated_country, line from import_event_rows where alone
        union all
        select geom, stated_country, line from import_pool_rows where alone
    ) r
    join import_places p on p.geom = r.geom
    where p.country_id is distinct from r.stated_country and p.state is distinct from r.stated_country
      and ST_X(r.geom) between -90 and 90
    group by r.geom, r.stated_country
) outside
where place_of(ST_FlipCoordinates(geom)) = stated_country
