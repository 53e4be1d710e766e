-- A place with two or more records need not be a trap: it is a site. gis.traps stays for programs that read it.
alter materialized view traps rename to sites;
alter index traps_id rename to sites_id;
alter index traps_geom rename to sites_geom;
alter index traps_last_day rename to sites_last_day;
comment on table gis_counted is 'what observation_sums, sites and region_shapes were made of, and when; one row';

create view gis.sites as
select p.id, p.geom, p.records, p.specimens, p.species_count, p.first_day, p.last_day, p.country_id, c.name as country,
       p.region_id, r.name as region, (select counted_at from gis_counted) as counted_at
from sites p
left join translations c on c.kind = 'country' and c.lang = 'en' and c.id = p.country_id
left join translations r on r.kind = 'region' and r.lang = 'en' and r.id = p.region_id;
comment on view gis.sites is 'places with several records, as of counted_at';
comment on column gis.sites.id is 'UUID made of the place; the key';
comment on column gis.sites.geom is 'longitude and latitude, WGS 84';
comment on column gis.sites.records is 'observations at the place that are not rejected';
comment on column gis.sites.specimens is 'sum of count';
comment on column gis.sites.species_count is 'names among the records';
comment on column gis.sites.first_day is 'of its records, UTC';
comment on column gis.sites.last_day is 'of its records, UTC';
comment on column gis.sites.country_id is 'ISO 3166-1 alpha-2 in lower case; null at sea';
comment on column gis.sites.country is 'English name';
comment on column gis.sites.region_id is 'UN M49 sub-region';
comment on column gis.sites.region is 'English name';
comment on column gis.sites.counted_at is 'when the observations were counted';
comment on view gis.traps is 'the former name of gis.sites';
