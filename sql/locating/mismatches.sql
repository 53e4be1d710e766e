-- The places of the file that lie in another country than their rows state, and more than 5 km from the stated one: borders of
-- Natural Earth are no better.
-- Caller: importing.fileImport.locate
-- Index: country_pieces_country
create temporary table import_mismatches on commit drop as
select d.geom, d.stated_country
from (
    select distinct r.geom, r.stated_country
    from import_rows r
    join import_places p on p.geom = r.geom
    where r.stated_country <> p.country_id and r.stated_country is distinct from p.state
) d
where not exists (
    select from country_pieces c
    where c.country_id = d.stated_country
      -- A box that surely holds the circle of 5 km.
      and c.shape && ST_Expand(d.geom, least(0.05 / greatest(cosd(ST_Y(d.geom)), 0.001), 180), 0.05)
      and ST_DWithin(c.shape::geography, d.geom::geography, 5000)
)
