-- The places of the file that lie in another country than their rows state, and more than 5 km from the stated one, because borders of
-- Natural Earth are no better; or at sea, more than 50 km from it, because small islands are missing there.
-- Caller: importing.fileImport.locate
-- Index: country_pieces_country
create temporary table import_mismatches on commit drop as
select d.geom, d.stated_country
from (
    select distinct r.geom, r.stated_country, case when p.country_id is null then 50 else 5 end as km
    from (select geom, stated_country from import_rows union all select geom, stated_country from import_event_rows
          union all select geom, stated_country from import_pool_rows) r
    join import_places p on p.geom = r.geom
    where r.stated_country is distinct from p.country_id and r.stated_country is not null and r.stated_country is distinct from p.state
) d
where not exists (
    select from country_pieces c
    where c.country_id = d.stated_country
      -- A box that surely holds the circle: a degree has 100 km at least.
      and c.shape && ST_Expand(d.geom, least(d.km / 100.0 / greatest(cosd(ST_Y(d.geom)), 0.001), 180), d.km / 100.0)
      and ST_DWithin(c.shape::geography, d.geom::geography, d.km * 1000)
)
