-- Pools: mosquitoes of one species that were tested together, with the result of the test. They are no observations, so that they never
-- add to a catch. A pool of a sampling event names it by its event_id, as observations do.

create table pools (
    id                       uuid primary key,
    data_source_key          integer not null references data_sources (key),
    pool_id                  text not null check (length(pool_id) between 1 and 200),
    source_hash              uuid,
    event_id                 text check (length(event_id) between 1 and 200),
    geom                     geometry(Point, 4326) not null
        check (ST_X(geom) between -180 and 180 and ST_Y(geom) between -90 and 90),
    location_accuracy_m      double precision check (location_accuracy_m between 0 and 1e8),
    country_id               text references countries (id),
    region_id                slug references regions (id),
    started_at               timestamptz check (started_at >= '1700-01-01Z'),
    ended_at                 timestamptz not null check (ended_at >= '1700-01-01Z' and ended_at < '2400-01-01Z'),
    utc_offset               smallint not null default 0 check (utc_offset between -840 and 840),
    date_precision           text not null check (date_precision in ('time', 'day', 'week', 'month', 'year')),
    first_day                date not null generated always as (local_day(coalesce(started_at, ended_at), utc_offset)) stored,
    last_day                 date not null generated always as (local_day(ended_at, utc_offset)) stored,
    months                   smallint not null generated always as
        (months_mask(local_day(coalesce(started_at, ended_at), utc_offset), local_day(ended_at, utc_offset))) stored,
    sampling_protocol        text check (length(sampling_protocol) between 1 and 200),
    taxon_key                integer not null references taxa (key),
    verbatim_scientific_name text check (length(verbatim_scientific_name) <= 300),
    identification_qualifier text check (length(identification_qualifier) between 1 and 100),
    sex                      text check (length(sex) between 1 and 100),
    life_stage               text check (length(life_stage) between 1 and 100),
    size                     smallint not null check (size between 1 and 1000),
    pathogen                 text not null check (length(pathogen) between 1 and 200),
    disease_id               slug references diseases (id) on delete set null,
    method                   text check (length(method) between 1 and 200),
    result                   text not null check (result in ('positive', 'negative', 'inconclusive')),
    tested_on                date check (tested_on >= '1700-01-01' and tested_on < '2400-01-01'),
    remarks                  text check (length(remarks) between 1 and 4000),
    metadata                 jsonb not null default '{}' check (jsonb_typeof(metadata) = 'object'),
    import_rules             smallint not null default 1,
    created_at               timestamptz not null default now(),
    updated_at               timestamptz not null default now(),
    constraint pools_test unique (data_source_key, pool_id, pathogen),
    constraint pools_in_order check (started_at <= ended_at),
    constraint pools_offset_of_time check (utc_offset = 0 or date_precision = 'time'),
    -- What is no time says both ends of its week, month or year.
    constraint pools_span check (started_at is not null or date_precision in ('time', 'day'))
);
create index pools_geom on pools using gist (geom);
create index pools_time on pools (ended_at desc, id);
create index pools_taxon on pools (taxon_key, ended_at desc);
create index pools_country on pools (country_id, ended_at desc);
create index pools_pathogen on pools (lower(pathogen), ended_at desc);
create index pools_disease on pools (disease_id);
create index pools_event on pools (data_source_key, event_id) where event_id is not null;

comment on table pools is 'pools of mosquitoes, one row a pool and pathogen that it was tested for; the sampling event has the same data_source_key and event_id';
comment on column pools.id is 'UUID, made of the data source, pool_id and pathogen; the key';
comment on column pools.data_source_key is 'data_sources.key';
comment on column pools.pool_id is 'the pool (Darwin Core materialEntityID) in the data source';
comment on column pools.source_hash is 'hash of what a file says of the pool; null for pools that were made through the API';
comment on column pools.event_id is 'sampling_events.event_id of the same data source, which may not be stored; null for none';
comment on column pools.geom is 'longitude and latitude, WGS 84';
comment on column pools.location_accuracy_m is 'metres; null when unknown';
comment on column pools.country_id is 'countries.id; null at sea';
comment on column pools.region_id is 'regions.id; null at sea';
comment on column pools.started_at is 'first instant of the collection, or the first midnight UTC of its days; null when the source states one time alone';
comment on column pools.ended_at is 'last instant of the collection, or midnight UTC at the beginning of its last day';
comment on column pools.utc_offset is 'minutes that the clock of the times is ahead of UTC';
comment on column pools.date_precision is 'time, day (one, or the first and the last), or a week, month or year in which the collection lay';
comment on column pools.first_day is 'local day of started_at, else of ended_at';
comment on column pools.last_day is 'local day of ended_at';
comment on column pools.months is 'bits of the months that the days touch; bit 0 is January';
comment on column pools.sampling_protocol is 'Darwin Core samplingProtocol: the trap or method';
comment on column pools.taxon_key is 'taxa.key';
comment on column pools.verbatim_scientific_name is 'the name as the source wrote it, where it is another';
comment on column pools.identification_qualifier is 'doubt about the name, such as cf.; null for none';
comment on column pools.sex is 'of the mosquitoes; null when unknown';
comment on column pools.life_stage is 'of the mosquitoes; null when unknown';
comment on column pools.size is 'number of mosquitoes in the pool, 1 to 1,000';
comment on column pools.pathogen is 'what the pool was tested for, such as West Nile virus';
comment on column pools.disease_id is 'diseases.id of the disease that the pathogen causes; null where the catalog has none';
comment on column pools.method is 'how it was tested, such as RT-PCR; null when unknown';
comment on column pools.result is 'positive, negative or inconclusive';
comment on column pools.tested_on is 'day of the test; null when unknown';
comment on column pools.remarks is 'what the laboratory or the collector wrote';
comment on column pools.metadata is 'other fields of the source, as JSON';
comment on column pools.import_rules is 'version of the rules by which the pool was read';
comment on column pools.created_at is 'when the pool was stored';
comment on column pools.updated_at is 'when the pool was last changed';

create table pool_requests (
    id   uuid primary key references pools (id) on delete cascade,
    hash bytea not null
);

comment on table pool_requests is 'what the API was first sent for a pool, so that the same request again is known';
comment on column pool_requests.id is 'pool that the request made; the key';
comment on column pool_requests.hash is 'SHA-256 of what was sent';

-- No server keeps pools in memory. Their changes count for the data version, by an area of their own beside that of sampling events.
create function log_pool_changes() returns trigger language plpgsql as $$
begin
    if exists (select from changed) then
        insert into observation_touches (area) values (4097) on conflict do nothing;
        perform pg_notify('skeeter_observations', '');
    end if;
    return null;
end $$;
comment on function log_pool_changes is 'counts a statement that changed pools for the data version';

create trigger pools_inserted after insert on pools
    referencing new table as changed for each statement execute function log_pool_changes();
create trigger pools_deleted after delete on pools
    referencing old table as changed for each statement execute function log_pool_changes();
create trigger pools_updated after update on pools
    referencing new table as changed for each statement execute function log_pool_changes();
create trigger pools_truncated after truncate on pools
    for each statement execute function log_truncated();

comment on column observation_touches.area is 'a tile of zoom 6: its row * 64 + its column, 0 to 4095; 4096: sampling events; 4097: pools';
comment on column observation_areas.area is 'a tile of zoom 6: its row * 64 + its column, 0 to 4095; 4096: sampling events; 4097: pools; the key';

create view gis.pools as
select o.id, o.geom, o.pool_id, d.id::text as data_source, d.name as data_source_name, d.licence, d.synthetic, o.event_id,
       t.id::text as species_id, t.scientific_name, o.identification_qualifier, o.sex, o.life_stage, o.size, o.pathogen,
       o.disease_id::text as disease_id, e.name as disease, o.method, o.result, o.tested_on,
       o.started_at, o.ended_at, o.date_precision, o.first_day, o.last_day,
       o.country_id, c.name as country, o.region_id::text as region_id, r.name as region, o.location_accuracy_m,
       o.sampling_protocol, o.remarks, o.created_at, o.updated_at
-- Left joins to one row each: PostgreSQL leaves out those whose columns are not asked for.
from pools o
left join taxa t on t.key = o.taxon_key
left join translations e on e.kind = 'disease' and e.lang = 'en' and e.id = o.disease_id
left join translations c on c.kind = 'country' and c.lang = 'en' and c.id = o.country_id
left join translations r on r.kind = 'region' and r.lang = 'en' and r.id = o.region_id
left join data_sources d on d.key = o.data_source_key;

comment on view gis.pools is 'one pool of mosquitoes and one pathogen that it was tested for, as it is now; a pool that was tested for two has two rows';
comment on column gis.pools.id is 'UUID; the key';
comment on column gis.pools.geom is 'longitude and latitude, WGS 84';
comment on column gis.pools.pool_id is 'the pool in the data source: the rows of one pool have the same';
comment on column gis.pools.data_source is 'identifier';
comment on column gis.pools.data_source_name is 'title of the data source';
comment on column gis.pools.licence is 'of the data source';
comment on column gis.pools.synthetic is 'true for demonstration data: nobody tested it';
comment on column gis.pools.event_id is 'Darwin Core eventID in the data source; null for none';
comment on column gis.pools.species_id is 'identifier, such as culex-pipiens';
comment on column gis.pools.scientific_name is 'accepted name; also a group that nobody told apart';
comment on column gis.pools.identification_qualifier is 'doubt about the name, such as cf.; null for none';
comment on column gis.pools.sex is 'of the mosquitoes; null when unknown';
comment on column gis.pools.life_stage is 'of the mosquitoes; null when unknown';
comment on column gis.pools.size is 'number of mosquitoes in the pool; they are no catch, and are in the records where these were imported too';
comment on column gis.pools.pathogen is 'what the pool was tested for';
comment on column gis.pools.disease_id is 'identifier of the disease that the pathogen causes; null where the catalog has none';
comment on column gis.pools.disease is 'English name of the disease';
comment on column gis.pools.method is 'how it was tested; null when unknown';
comment on column gis.pools.result is 'positive, negative or inconclusive';
comment on column gis.pools.tested_on is 'day of the test; null when unknown';
comment on column gis.pools.started_at is 'first moment of the collection; null where one time or day alone is stated';
comment on column gis.pools.ended_at is 'last moment of the collection, or midnight UTC at the beginning of its last day';
comment on column gis.pools.date_precision is 'time, day, week, month or year';
comment on column gis.pools.first_day is 'the first day of the collection, where it was';
comment on column gis.pools.last_day is 'the last day of the collection, where it was';
comment on column gis.pools.country_id is 'ISO 3166-1 alpha-2 in lower case; null at sea';
comment on column gis.pools.country is 'English name';
comment on column gis.pools.region_id is 'UN M49 sub-region';
comment on column gis.pools.region is 'English name';
comment on column gis.pools.location_accuracy_m is 'metres; null when unknown';
comment on column gis.pools.sampling_protocol is 'Darwin Core samplingProtocol: the trap or method';
comment on column gis.pools.remarks is 'what the laboratory or the collector wrote';
comment on column gis.pools.created_at is 'when the pool was stored';
comment on column gis.pools.updated_at is 'when the pool was last changed';
