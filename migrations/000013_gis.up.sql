-- The schema gis: what programs that read PostgreSQL themselves, such as QGIS and Grafana, may see. Views run with their
-- owner's rights, so that a role that may read them (skeeter grant-readonly) needs no right on a table. The first column of
-- each is its key, which QGIS proposes, and geometries have type and SRID, so that QGIS need not look for them.

create schema gis;

-- Sums of the observations by cells of one degree and by places, for the views that would read every observation otherwise: 4
-- to 15 seconds at ten million records, each time that QGIS draws. internal/gis counts them anew.
create materialized view observation_sums as
select least(floor(ST_X(geom)), 179)::smallint as west, least(floor(ST_Y(geom)), 89)::smallint as south,
       coalesce(country_id, '') as country_id, coalesce(region_id::text, '') as region_id, taxon_key,
       count(*) as records, sum(count)::bigint as specimens,
       (min(observed_at) at time zone 'UTC')::date as first_day, max(last_day) as last_day
from observations
where status <> 'rejected'
group by 1, 2, 3, 4, 5;
-- What refresh materialized view concurrently wants.
create unique index observation_sums_key on observation_sums (west, south, country_id, region_id, taxon_key);

-- The outlines of the regions: uniting countries takes seconds.
create materialized view region_shapes as
select region_id::text as region_id, ST_Multi(ST_Union(shape))::geometry(MultiPolygon, 4326) as shape
from countries
where region_id is not null
group by region_id;
create unique index region_shapes_key on region_shapes (region_id);
create index region_shapes_shape on region_shapes using gist (shape);

-- Places with several records.
create materialized view traps as
select md5(ST_AsEWKB(geom))::uuid as id, geom::geometry(Point, 4326) as geom, sum(records)::bigint as records,
       sum(specimens)::bigint as specimens, count(*)::integer as species_count, min(first_day) as first_day, max(last_day) as last_day,
       min(country_id) as country_id, min(region_id) as region_id
from (
    select geom, taxon_key, count(*) as records, sum(count) as specimens, (min(observed_at) at time zone 'UTC')::date as first_day,
           max(last_day) as last_day, min(country_id) as country_id, min(region_id::text) as region_id
    from observations
    where status <> 'rejected'
    group by geom, taxon_key
) by_taxon
group by geom
having sum(records) > 1;
create unique index traps_id on traps (id);
create index traps_geom on traps using gist (geom);
create index traps_last_day on traps (last_day desc, id);

create table gis_counted (
    only_row     boolean primary key default true check (only_row),
    data_version text not null default '',
    catalog_hash text not null default '',
    counted_at   timestamptz not null default now()
);
insert into gis_counted default values;

create view gis.observations as
select o.id, o.geom, t.id::text as species_id, t.scientific_name, n.name as common_name, t.genus,
       coalesce(s.vector_status, 'Unknown') as vector_status, o.count, o.observed_at, o.date_precision, o.last_day,
       o.country_id, c.name as country, o.region_id::text as region_id, r.name as region,
       d.id::text as data_source, d.name as data_source_name, d.licence, coalesce(d.synthetic, false) as synthetic,
       o.status, o.location_accuracy_m, o.life_stage, o.sex, o.sampling_protocol, o.event_id, o.notes, o.image_url,
       o.created_at, o.updated_at
-- Left joins to one row each: PostgreSQL leaves out those whose columns are not asked for.
from observations o
left join taxa t on t.key = o.taxon_key
left join species s on s.taxon_key = o.taxon_key
left join translations n on n.kind = 'species' and n.lang = 'en' and n.id = t.id
left join translations c on c.kind = 'country' and c.lang = 'en' and c.id = o.country_id
left join translations r on r.kind = 'region' and r.lang = 'en' and r.id = o.region_id
left join data_sources d on d.key = o.data_source_key
where o.status <> 'rejected';

create view gis.traps as
select p.id, p.geom, p.records, p.specimens, p.species_count, p.first_day, p.last_day, p.country_id, c.name as country,
       p.region_id, r.name as region, (select counted_at from gis_counted) as counted_at
from traps p
left join translations c on c.kind = 'country' and c.lang = 'en' and c.id = p.country_id
left join translations r on r.kind = 'region' and r.lang = 'en' and r.id = p.region_id;

create view gis.species_richness as
select (u.south + 90) * 360 + u.west + 181 as id,
       ST_MakeEnvelope(u.west, u.south, u.west + 1, u.south + 1, 4326)::geometry(Polygon, 4326) as geom,
       sum(u.records)::bigint as records, sum(u.specimens)::bigint as specimens, count(*)::integer as species_count,
       (count(*) filter (where s.vector_status in ('High', 'Moderate')))::integer as vector_count,
       (array_agg(t.scientific_name order by u.records desc, t.scientific_name))[1] as commonest_species,
       min(u.first_day) as first_day, max(u.last_day) as last_day,
       round((ST_Area(ST_MakeEnvelope(u.west, u.south, u.west + 1, u.south + 1, 4326)::geography) / 1e6)::numeric)::integer as area_km2,
       (select counted_at from gis_counted) as counted_at
from (
    select west, south, taxon_key, sum(records) as records, sum(specimens) as specimens,
           min(first_day) as first_day, max(last_day) as last_day
    from observation_sums
    group by west, south, taxon_key
) u
join taxa t on t.key = u.taxon_key
left join species s on s.taxon_key = u.taxon_key
group by u.west, u.south;

create view gis.observations_by_country as
select c.id, c.shape as geom, n.name, c.iso_a2, c.iso_a3, c.region_id::text as region_id, r.name as region,
       coalesce(u.records, 0) as records, coalesce(u.specimens, 0) as specimens, coalesce(u.species_count, 0) as species_count,
       coalesce(u.vector_count, 0) as vector_count, u.first_day, u.last_day, (select counted_at from gis_counted) as counted_at
from countries c
left join translations n on n.kind = 'country' and n.lang = 'en' and n.id = c.id
left join translations r on r.kind = 'region' and r.lang = 'en' and r.id = c.region_id
left join (
    select o.country_id, sum(o.records)::bigint as records, sum(o.specimens)::bigint as specimens,
           count(distinct o.taxon_key)::integer as species_count,
           (count(distinct o.taxon_key) filter (where s.vector_status in ('High', 'Moderate')))::integer as vector_count,
           min(o.first_day) as first_day, max(o.last_day) as last_day
    from observation_sums o
    left join species s on s.taxon_key = o.taxon_key
    group by o.country_id
) u on u.country_id = c.id;

create view gis.observations_by_region as
select g.id::text as id, h.shape as geom, n.name, g.m49, coalesce(u.records, 0) as records, coalesce(u.specimens, 0) as specimens,
       coalesce(u.species_count, 0) as species_count, coalesce(u.vector_count, 0) as vector_count, u.first_day, u.last_day,
       (select counted_at from gis_counted) as counted_at
from regions g
left join region_shapes h on h.region_id = g.id
left join translations n on n.kind = 'region' and n.lang = 'en' and n.id = g.id
left join (
    select o.region_id, sum(o.records)::bigint as records, sum(o.specimens)::bigint as specimens,
           count(distinct o.taxon_key)::integer as species_count,
           (count(distinct o.taxon_key) filter (where s.vector_status in ('High', 'Moderate')))::integer as vector_count,
           min(o.first_day) as first_day, max(o.last_day) as last_day
    from observation_sums o
    left join species s on s.taxon_key = o.taxon_key
    group by o.region_id
) u on u.region_id = g.id;

create view gis.species as
select t.id::text as id, t.scientific_name, n.name as common_name, t.genus, s.subgenus, s.subfamily, s.family, s.authorship,
       s.vector_status,
       (select string_agg(e.name, ', ' order by v.disease_id)
        from disease_vectors v
        join translations e on e.kind = 'disease' and e.lang = 'en' and e.id = v.disease_id
        where v.taxon_key = s.taxon_key) as diseases,
       (select string_agg(e.name, ', ' order by p.region_id)
        from species_regions p
        join translations e on e.kind = 'region' and e.lang = 'en' and e.id = p.region_id
        where p.taxon_key = s.taxon_key) as regions,
       coalesce(u.records, 0) as records, u.first_day, u.last_day, (select counted_at from gis_counted) as counted_at
from species s
join taxa t on t.key = s.taxon_key
left join translations n on n.kind = 'species' and n.lang = 'en' and n.id = t.id
left join (
    select taxon_key, sum(records)::bigint as records, min(first_day) as first_day, max(last_day) as last_day
    from observation_sums
    group by taxon_key
) u on u.taxon_key = s.taxon_key;
