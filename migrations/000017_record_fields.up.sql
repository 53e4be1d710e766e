-- What a row says beyond a name, a place and a time: the zone of its time, the doubt about its name, its basis and licence; and what
-- looks wrong with it. Absences get the columns that the Filter asks for, so that one Filter selects both.
--
-- The day of a record is the local day of its time as it was written. first_day, last_day and months are made of local days, for
-- which PostgreSQL writes both tables anew: about a minute for a million records.

-- The views that read the days; they are made again below.
drop view gis.species, gis.observations_by_region, gis.observations_by_country, gis.species_richness, gis.traps, gis.sites, gis.observations;
drop materialized view sites, observation_sums;

-- The day of an instant on a clock that is minutes ahead of UTC.
create function local_day(at timestamptz, utc_offset smallint) returns date
    language sql immutable parallel safe
return ((at at time zone 'UTC') + make_interval(mins => utc_offset))::date;
comment on function local_day is 'day of an instant on a clock that is utc_offset minutes ahead of UTC';

-- Names of the quality flags in the order of their bits; internal/surveillance has the same list.
create function flag_names(flags smallint) returns text[]
    language sql immutable parallel safe
return array(
    select name
    from unnest(array['country_mismatch', 'zero_coordinates', 'country_centroid', 'coarse_place', 'date_conflict', 'duplicate',
                      'outside_known_range']) with ordinality f (name, bit)
    where (flags::int >> (bit::int - 1)) & 1 = 1
    order by bit
);
comment on function flag_names is 'names of the quality flags whose bits are set';

-- Records without a better place lie at the centre of their country. In a small country many real places lie near it.
alter table countries add column centre geometry(Point, 4326)
    generated always as (case when ST_Area(shape::geography) >= 5e9 then ST_Centroid(shape) end) stored;
comment on column countries.centre is 'centroid of the shape, which may lie outside it; null for countries of less than 5,000 km²';

-- The flags that a place alone raises: a coordinate of exactly 0, or at most 1 km from the centre of its country.
create function place_flags(place geometry, country text) returns smallint
    language sql stable parallel safe
return ((case when ST_X(place) = 0 or ST_Y(place) = 0 then 2 else 0 end)
        | (case when exists (select from countries c where c.id = country and ST_DWithin(c.centre::geography, place::geography, 1000))
                then 4 else 0 end))::smallint;
comment on function place_flags is 'the flags zero_coordinates and country_centroid of a place in a country';

-- The flag of a species where the catalog says that it lives elsewhere.
create function range_flag(taxon integer, region text) returns smallint
    language sql stable parallel safe
return (case when exists (select from species_regions s where s.taxon_key = taxon)
              and not exists (select from species_regions s where s.taxon_key = taxon and s.region_id = region)
              and region is not null then 64 else 0 end)::smallint;
comment on function range_flag is 'the flag outside_known_range of a taxon in a region; 0 where either is unknown';

alter table observations
    drop constraint observations_check1,
    drop column last_day,
    drop column months,
    add column utc_offset smallint not null default 0 check (utc_offset between -840 and 840),
    add column identification_qualifier text check (length(identification_qualifier) between 1 and 100),
    add column basis_of_record text check (length(basis_of_record) between 1 and 100),
    add column licence text check (length(licence) between 1 and 2000),
    add column flags smallint not null default 0 check (flags between 0 and 127),
    add column first_day date not null generated always as (local_day(observed_at, utc_offset)) stored,
    add column last_day date not null generated always as (coalesce(observed_until, local_day(observed_at, utc_offset))) stored,
    add column months smallint not null generated always as
        (months_mask(local_day(observed_at, utc_offset), coalesce(observed_until, local_day(observed_at, utc_offset)))) stored,
    -- A day, a month and a year begin at midnight UTC; a clock belongs to a time.
    add constraint observations_offset_of_time check (utc_offset = 0 or date_precision in ('time', 'interval')),
    add constraint observations_days_in_order check (observed_until >= local_day(observed_at, utc_offset));

alter table absences
    drop constraint absences_check1,
    add column utc_offset smallint not null default 0 check (utc_offset between -840 and 840),
    add column identification_qualifier text check (length(identification_qualifier) between 1 and 100),
    add column basis_of_record text check (length(basis_of_record) between 1 and 100),
    add column licence text check (length(licence) between 1 and 2000),
    add column flags smallint not null default 0 check (flags between 0 and 127),
    add column status text not null default 'unverified' check (status in ('unverified', 'verified', 'rejected')),
    add column first_day date not null generated always as (local_day(observed_at, utc_offset)) stored,
    add column last_day date not null generated always as (coalesce(observed_until, local_day(observed_at, utc_offset))) stored,
    add column months smallint not null generated always as
        (months_mask(local_day(observed_at, utc_offset), coalesce(observed_until, local_day(observed_at, utc_offset)))) stored,
    add constraint absences_offset_of_time check (utc_offset = 0 or date_precision in ('time', 'interval')),
    add constraint absences_days_in_order check (observed_until >= local_day(observed_at, utc_offset));

create index observations_months on observations (months, observed_at desc);
create index observations_flags on observations (flags) where flags <> 0;
create index observations_qualifier on observations (observed_at desc) where identification_qualifier is not null;
-- Long texts that are compared for equality alone.
create index observations_occurrence_id on observations using hash (occurrence_id) where occurrence_id is not null;
create index observations_event on observations using hash (event_id) where event_id is not null;
create index absences_time on absences (observed_at desc, id);
create index absences_event on absences using hash (event_id) where event_id is not null;

comment on column observations.utc_offset is 'minutes ahead of UTC of the clock that the time was written by; 0 for UTC, for no clock, and for records stored before version 17';
comment on column observations.identification_qualifier is 'Darwin Core identificationQualifier, such as cf. or ?: the doubt about the name; null when there is none';
comment on column observations.basis_of_record is 'Darwin Core basisOfRecord, such as PreservedSpecimen; null when unknown';
comment on column observations.licence is 'Darwin Core license of the record; null when it is that of the data source';
comment on column observations.flags is 'what looks wrong with the record, a bit each; flag_names has their names';
comment on column observations.first_day is 'day of observed_at by the clock that it was written by';
comment on column observations.last_day is 'observed_until, or first_day';
comment on column observations.months is 'every month that the record''s days touch: bit 0 is January';
comment on column absences.utc_offset is 'minutes ahead of UTC of the clock that the time was written by; 0 for UTC, for no clock, and for absences stored before version 17';
comment on column absences.identification_qualifier is 'Darwin Core identificationQualifier; null when there is none';
comment on column absences.basis_of_record is 'Darwin Core basisOfRecord; null when unknown';
comment on column absences.licence is 'Darwin Core license of the absence; null when it is that of the data source';
comment on column absences.flags is 'what looks wrong with the absence, a bit each; flag_names has their names';
comment on column absences.status is 'Darwin Core identificationVerificationStatus: unverified, verified or rejected';
comment on column absences.first_day is 'day of observed_at by the clock that it was written by';
comment on column absences.last_day is 'observed_until, or first_day';
comment on column absences.months is 'every month that the absence''s days touch: bit 0 is January';

-- A source is known by what its files say of themselves, however they are called.
alter table data_sources add column dataset_id text unique check (length(dataset_id) between 1 and 500);
comment on column data_sources.dataset_id is 'what files say they are: Darwin Core datasetID, or the packageId of eml.xml without its version; null where they say nothing';

-- The change log begins anew with the new columns: every server loads the observations again.
truncate observation_changes, observation_touches, observation_epoch;
alter table observation_changes
    add column utc_offset smallint not null,
    add column flags smallint not null,
    add column uncertain boolean not null;
comment on column observation_changes.utc_offset is 'observations.utc_offset';
comment on column observation_changes.flags is 'observations.flags';
comment on column observation_changes.uncertain is 'whether observations.identification_qualifier says something';

create or replace function log_changes() returns trigger language plpgsql as $$
begin
    insert into observation_changes (added, id, mercator_x, mercator_y, taxon_key, observed_at, utc_offset, date_precision, last_day,
        count, country_id, region_id, data_source_key, status, life_stage, sex, sampling_protocol, location_accuracy_m,
        flags, uncertain, latitude)
    select tg_argv[0]::boolean, id, mercator_x, mercator_y, taxon_key, observed_at, utc_offset, date_precision, last_day,
           count, country_id, region_id, data_source_key, status, life_stage, sex, sampling_protocol, location_accuracy_m,
           flags, identification_qualifier is not null,
           case when mercator_y = -2147483648 or mercator_y = 2147483647 then ST_Y(geom) end
    from changed;
    insert into observation_touches (area)
    select distinct ((mercator_y::bigint + 2147483648) >> 26) * 64 + ((mercator_x::bigint + 2147483648) >> 26) from changed
    on conflict do nothing;
    perform pg_notify('skeeter_observations', '');
    return null;
end $$;


create materialized view observation_sums as
select least(floor(ST_X(geom)), 179)::smallint as west, least(floor(ST_Y(geom)), 89)::smallint as south,
       coalesce(country_id, '') as country_id, coalesce(region_id::text, '') as region_id, taxon_key,
       count(*) as records, sum(count)::bigint as specimens,
       min(first_day) as first_day, max(last_day) as last_day
from observations
where status <> 'rejected'
group by 1, 2, 3, 4, 5;

create unique index observation_sums_key on observation_sums (west, south, country_id, region_id, taxon_key);

create materialized view sites as
select md5(ST_AsEWKB(geom))::uuid as id, geom::geometry(Point, 4326) as geom, sum(records)::bigint as records,
       sum(specimens)::bigint as specimens, count(*)::integer as species_count, min(first_day) as first_day, max(last_day) as last_day,
       min(country_id) as country_id, min(region_id) as region_id
from (
    select geom, taxon_key, count(*) as records, sum(count) as specimens, min(first_day) as first_day,
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
       coalesce(s.vector_status, 'Unknown') as vector_status, o.count, o.observed_at, o.date_precision,
       o.first_day, o.last_day,
       o.country_id, c.name as country, o.region_id::text as region_id, r.name as region,
       d.id::text as data_source, d.name as data_source_name,
       coalesce(o.licence, d.licence) as licence, coalesce(d.synthetic, false) as synthetic,
       o.status, o.identification_qualifier,
       flag_names(o.flags) as flags, o.basis_of_record, o.occurrence_id, o.location_accuracy_m, o.life_stage, o.sex, o.sampling_protocol, o.event_id, o.notes, o.image_url,
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
comment on column gis.observations.licence is 'of the record, else of the data source';
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
comment on column gis.traps.first_day is 'of its records';
comment on column gis.traps.last_day is 'of its records';
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
comment on column gis.species_richness.first_day is 'of its records';
comment on column gis.species_richness.last_day is 'of its records';
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
comment on column gis.observations_by_country.first_day is 'of its records';
comment on column gis.observations_by_country.last_day is 'of its records';
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
comment on column gis.observations_by_region.first_day is 'of its records';
comment on column gis.observations_by_region.last_day is 'of its records';
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
comment on column gis.species.first_day is 'of its records';
comment on column gis.species.last_day is 'of its records';
comment on column gis.species.counted_at is 'when the observations were counted';
comment on view gis.sites is 'places with several records, as of counted_at';
comment on column gis.sites.id is 'UUID made of the place; the key';
comment on column gis.sites.geom is 'longitude and latitude, WGS 84';
comment on column gis.sites.records is 'observations at the place that are not rejected';
comment on column gis.sites.specimens is 'sum of count';
comment on column gis.sites.species_count is 'names among the records';
comment on column gis.sites.first_day is 'of its records';
comment on column gis.sites.last_day is 'of its records';
comment on column gis.sites.country_id is 'ISO 3166-1 alpha-2 in lower case; null at sea';
comment on column gis.sites.country is 'English name';
comment on column gis.sites.region_id is 'UN M49 sub-region';
comment on column gis.sites.region is 'English name';
comment on column gis.sites.counted_at is 'when the observations were counted';
comment on view gis.traps is 'the former name of gis.sites';
comment on column gis.observations.first_day is 'the day of observed_at where it was observed';
comment on column gis.observations.identification_qualifier is 'Darwin Core identificationQualifier, such as cf. or ?: the doubt about the name; null when there is none';
comment on column gis.observations.flags is 'what looks wrong with the record, such as country_mismatch; {} for nothing';
comment on column gis.observations.basis_of_record is 'Darwin Core basisOfRecord, such as PreservedSpecimen; null when unknown';
comment on column gis.observations.occurrence_id is 'Darwin Core occurrenceID in the data source; null when it has none';
