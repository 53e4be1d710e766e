drop view gis.species, gis.observations_by_region, gis.observations_by_country, gis.species_richness, gis.traps, gis.sites, gis.observations;
drop materialized view sites, observation_sums;

truncate observation_changes, observation_touches, observation_epoch;
alter table observation_changes drop column utc_offset, drop column flags, drop column uncertain;
create or replace function log_changes() returns trigger language plpgsql as $$
begin
    insert into observation_changes (added, id, mercator_x, mercator_y, taxon_key, observed_at, date_precision, last_day, count,
        country_id, region_id, data_source_key, status, life_stage, sex, sampling_protocol, location_accuracy_m, latitude)
    select tg_argv[0]::boolean, id, mercator_x, mercator_y, taxon_key, observed_at, date_precision, last_day, count,
           country_id, region_id, data_source_key, status, life_stage, sex, sampling_protocol, location_accuracy_m,
           case when mercator_y = -2147483648 or mercator_y = 2147483647 then ST_Y(geom) end
    from changed;
    insert into observation_touches (area)
    select distinct ((mercator_y::bigint + 2147483648) >> 26) * 64 + ((mercator_x::bigint + 2147483648) >> 26) from changed
    on conflict do nothing;
    perform pg_notify('skeeter_observations', '');
    return null;
end $$;

alter table data_sources drop column dataset_id;

drop index observations_occurrence_id, observations_event, absences_time, absences_event;
alter table absences
    drop constraint absences_offset_of_time,
    drop constraint absences_days_in_order,
    drop column months,
    drop column last_day,
    drop column first_day,
    drop column status,
    drop column flags,
    drop column licence,
    drop column basis_of_record,
    drop column identification_qualifier,
    drop column utc_offset,
    add constraint absences_check1 check (observed_until >= (observed_at at time zone 'UTC')::date);
alter table observations
    drop constraint observations_offset_of_time,
    drop constraint observations_days_in_order,
    drop column months,
    drop column last_day,
    drop column first_day,
    drop column flags,
    drop column licence,
    drop column basis_of_record,
    drop column identification_qualifier,
    drop column utc_offset,
    add column last_day date not null generated always as
        (coalesce(observed_until, (observed_at at time zone 'UTC')::date)) stored,
    add column months smallint not null generated always as
        (months_mask((observed_at at time zone 'UTC')::date,
                     coalesce(observed_until, (observed_at at time zone 'UTC')::date))) stored,
    add constraint observations_check1 check (observed_until >= (observed_at at time zone 'UTC')::date);
create index observations_months on observations (months, observed_at desc);
drop function range_flag;
drop function place_flags;
alter table countries drop column centre;
drop function flag_names;
drop function local_day;

create materialized view observation_sums as
select least(floor(ST_X(geom)), 179)::smallint as west, least(floor(ST_Y(geom)), 89)::smallint as south,
       coalesce(country_id, '') as country_id, coalesce(region_id::text, '') as region_id, taxon_key,
       count(*) as records, sum(count)::bigint as specimens,
       (min(observed_at) at time zone 'UTC')::date as first_day, max(last_day) as last_day
from observations
where status <> 'rejected'
group by 1, 2, 3, 4, 5;

create unique index observation_sums_key on observation_sums (west, south, country_id, region_id, taxon_key);

create materialized view sites as
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

create unique index sites_id on sites (id);
create index sites_geom on sites using gist (geom);
create index sites_last_day on sites (last_day desc, id);

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

create view gis.sites as
select p.id, p.geom, p.records, p.specimens, p.species_count, p.first_day, p.last_day, p.country_id, c.name as country,
       p.region_id, r.name as region, (select counted_at from gis_counted) as counted_at
from sites p
left join translations c on c.kind = 'country' and c.lang = 'en' and c.id = p.country_id
left join translations r on r.kind = 'region' and r.lang = 'en' and r.id = p.region_id;

create view gis.traps as
select p.id, p.geom, p.records, p.specimens, p.species_count, p.first_day, p.last_day, p.country_id, c.name as country,
       p.region_id, r.name as region, (select counted_at from gis_counted) as counted_at
from sites p
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

comment on column observations.last_day is 'observed_until, or the UTC day of observed_at';
comment on column observations.months is 'every month that the record''s days touch: bit 0 is January';
comment on materialized view observation_sums is 'observations that are not rejected by cell of one degree, country, region and taxon, as of gis_counted';
comment on column observation_sums.west is 'western edge of the cell in degrees, -180 to 179';
comment on column observation_sums.south is 'southern edge of the cell in degrees, -90 to 89';
comment on column observation_sums.country_id is 'countries.id; empty at sea';
comment on column observation_sums.region_id is 'regions.id; empty at sea';
comment on column observation_sums.taxon_key is 'taxa.key';
comment on column observation_sums.records is 'number of observations';
comment on column observation_sums.specimens is 'sum of count';
comment on column observation_sums.first_day is 'of the records, UTC';
comment on column observation_sums.last_day is 'of the records, UTC';
comment on materialized view sites is 'places with two or more observations that are not rejected, as of gis_counted';
comment on column sites.id is 'UUID made of the place; the key';
comment on column sites.geom is 'longitude and latitude, WGS 84';
comment on column sites.records is 'number of observations, from 2';
comment on column sites.specimens is 'sum of count';
comment on column sites.species_count is 'names among the records';
comment on column sites.first_day is 'of the records, UTC';
comment on column sites.last_day is 'of the records, UTC';
comment on column sites.country_id is 'countries.id; null at sea';
comment on column sites.region_id is 'regions.id; null at sea';
comment on view gis.observations is 'one record of mosquitoes that were there, as it is now; rejected records are left out';
comment on column gis.observations.id is 'UUID; the key';
comment on column gis.observations.geom is 'longitude and latitude, WGS 84';
comment on column gis.observations.species_id is 'the scientific name in lower case with hyphens';
comment on column gis.observations.scientific_name is 'accepted name, or the name of a record that the catalog does not have';
comment on column gis.observations.common_name is 'English; null outside the catalog';
comment on column gis.observations.genus is 'of the scientific name';
comment on column gis.observations.vector_status is 'High, Moderate, Low, None or Unknown';
comment on column gis.observations.count is 'specimens';
comment on column gis.observations.observed_at is 'when, or the first moment of the day, month, year or interval';
comment on column gis.observations.date_precision is 'time, day, month, year or interval';
comment on column gis.observations.last_day is 'the last day of what observed_at begins';
comment on column gis.observations.country_id is 'ISO 3166-1 alpha-2 in lower case; null at sea';
comment on column gis.observations.country is 'English name';
comment on column gis.observations.region_id is 'UN M49 sub-region';
comment on column gis.observations.region is 'English name';
comment on column gis.observations.data_source is 'identifier; null for a report from the field';
comment on column gis.observations.data_source_name is 'title of the data source';
comment on column gis.observations.licence is 'of the data source';
comment on column gis.observations.synthetic is 'true for demonstration data: no mosquito was caught for it';
comment on column gis.observations.status is 'unverified or verified';
comment on column gis.observations.location_accuracy_m is 'metres; null when unknown';
comment on column gis.observations.life_stage is 'Darwin Core lifeStage: adult, larva, pupa, egg; null when unknown';
comment on column gis.observations.sex is 'Darwin Core sex; null when unknown';
comment on column gis.observations.sampling_protocol is 'Darwin Core samplingProtocol: the trap or method';
comment on column gis.observations.event_id is 'Darwin Core eventID: records of one sampling have the same';
comment on column gis.observations.notes is 'what the recorder wrote';
comment on column gis.observations.image_url is 'address of a photograph';
comment on column gis.observations.created_at is 'when the record was stored';
comment on column gis.observations.updated_at is 'when the record was last changed';
comment on column gis.traps.id is 'UUID made of the place; the key';
comment on column gis.traps.geom is 'longitude and latitude, WGS 84';
comment on column gis.traps.records is 'observations at the place that are not rejected';
comment on column gis.traps.specimens is 'sum of count';
comment on column gis.traps.species_count is 'names among the records';
comment on column gis.traps.first_day is 'of its records, UTC';
comment on column gis.traps.last_day is 'of its records, UTC';
comment on column gis.traps.country_id is 'ISO 3166-1 alpha-2 in lower case; null at sea';
comment on column gis.traps.country is 'English name';
comment on column gis.traps.region_id is 'UN M49 sub-region';
comment on column gis.traps.region is 'English name';
comment on column gis.traps.counted_at is 'when the observations were counted';
comment on view gis.species_richness is 'cells of one degree with the number of species found in them, as of counted_at; cells without records are left out';
comment on column gis.species_richness.id is 'number of the cell, from the south-west, 1 to 64800; the key';
comment on column gis.species_richness.geom is 'the cell, WGS 84';
comment on column gis.species_richness.records is 'observations in the cell that are not rejected';
comment on column gis.species_richness.specimens is 'sum of count';
comment on column gis.species_richness.species_count is 'names among the records';
comment on column gis.species_richness.vector_count is 'species with vector status High or Moderate';
comment on column gis.species_richness.commonest_species is 'the one with the most records';
comment on column gis.species_richness.first_day is 'of its records, UTC';
comment on column gis.species_richness.last_day is 'of its records, UTC';
comment on column gis.species_richness.area_km2 is 'of the cell: cells shrink towards the poles';
comment on column gis.species_richness.counted_at is 'when the observations were counted';
comment on view gis.observations_by_country is 'every country with its records, as of counted_at';
comment on column gis.observations_by_country.id is 'ISO 3166-1 alpha-2 in lower case; the key';
comment on column gis.observations_by_country.geom is 'Natural Earth 1:10m, WGS 84, split at the antimeridian';
comment on column gis.observations_by_country.name is 'English';
comment on column gis.observations_by_country.iso_a2 is 'ISO 3166-1 alpha-2';
comment on column gis.observations_by_country.iso_a3 is 'ISO 3166-1 alpha-3';
comment on column gis.observations_by_country.region_id is 'UN M49 sub-region';
comment on column gis.observations_by_country.region is 'English name';
comment on column gis.observations_by_country.records is 'observations that are not rejected';
comment on column gis.observations_by_country.specimens is 'sum of count';
comment on column gis.observations_by_country.species_count is 'names among the records';
comment on column gis.observations_by_country.vector_count is 'species with vector status High or Moderate';
comment on column gis.observations_by_country.first_day is 'of its records, UTC';
comment on column gis.observations_by_country.last_day is 'of its records, UTC';
comment on column gis.observations_by_country.counted_at is 'when the observations were counted';
comment on view gis.observations_by_region is 'every UN M49 sub-region with its records, as of counted_at';
comment on column gis.observations_by_region.id is 'the key';
comment on column gis.observations_by_region.geom is 'the region''s countries united, WGS 84';
comment on column gis.observations_by_region.name is 'English';
comment on column gis.observations_by_region.m49 is 'UN M49 code';
comment on column gis.observations_by_region.records is 'observations that are not rejected';
comment on column gis.observations_by_region.specimens is 'sum of count';
comment on column gis.observations_by_region.species_count is 'names among the records';
comment on column gis.observations_by_region.vector_count is 'species with vector status High or Moderate';
comment on column gis.observations_by_region.first_day is 'of its records, UTC';
comment on column gis.observations_by_region.last_day is 'of its records, UTC';
comment on column gis.observations_by_region.counted_at is 'when the observations were counted';
comment on view gis.species is 'the catalog, without geometry: join it by species_id';
comment on column gis.species.id is 'the scientific name in lower case with hyphens; the key';
comment on column gis.species.scientific_name is 'accepted name';
comment on column gis.species.common_name is 'English';
comment on column gis.species.genus is 'of the scientific name';
comment on column gis.species.subgenus is 'without the genus; null when there is none';
comment on column gis.species.subfamily is 'of the family Culicidae';
comment on column gis.species.family is 'Culicidae';
comment on column gis.species.authorship is 'who named it, and when';
comment on column gis.species.vector_status is 'High, Moderate, Low, None or Unknown';
comment on column gis.species.diseases is 'that it carries, English, comma-separated';
comment on column gis.species.regions is 'where it lives, English, comma-separated';
comment on column gis.species.records is 'of the species, as of counted_at';
comment on column gis.species.first_day is 'of its records, UTC';
comment on column gis.species.last_day is 'of its records, UTC';
comment on column gis.species.counted_at is 'when the observations were counted';
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
