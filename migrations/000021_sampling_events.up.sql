-- Sampling events: a collection each, with what was done to catch mosquitoes. Observations and absences belong to the event of their
-- data source that has their event_id; no key ties them, because either may be stored first.

create table sampling_events (
    id                  uuid primary key,
    data_source_key     integer not null references data_sources (key),
    event_id            text not null check (length(event_id) between 1 and 200),
    source_hash         uuid,
    site_id             text check (length(site_id) between 1 and 200),
    geom                geometry(Point, 4326) not null
        check (ST_X(geom) between -180 and 180 and ST_Y(geom) between -90 and 90),
    location_accuracy_m double precision check (location_accuracy_m between 0 and 1e8),
    country_id          text references countries (id),
    region_id           slug references regions (id),
    started_at          timestamptz check (started_at >= '1700-01-01Z'),
    ended_at            timestamptz not null check (ended_at >= '1700-01-01Z' and ended_at < '2400-01-01Z'),
    utc_offset          smallint not null default 0 check (utc_offset between -840 and 840),
    date_precision      text not null check (date_precision in ('time', 'day', 'week', 'month', 'year')),
    first_day           date not null generated always as (local_day(coalesce(started_at, ended_at), utc_offset)) stored,
    last_day            date not null generated always as (local_day(ended_at, utc_offset)) stored,
    months              smallint not null generated always as
        (months_mask(local_day(coalesce(started_at, ended_at), utc_offset), local_day(ended_at, utc_offset))) stored,
    sampling_protocol   text check (length(sampling_protocol) between 1 and 200),
    lure                text check (length(lure) between 1 and 200),
    traps               integer check (traps between 1 and 10000),
    nights              double precision check (nights between 0 and 366),
    effort              double precision check (effort >= 1e-6 and effort <= 1e9),
    effort_unit         text check (effort_unit in ('trap_night', 'trap_hour', 'collection', 'dip', 'house', 'person_hour')),
    effort_source       text check (effort_source in ('stated', 'sampling_effort', 'derived')),
    problem             boolean not null default false,
    target_taxa         text[] not null default '{}' check (cardinality(target_taxa) <= 500),
    complete            boolean,
    remarks             text check (length(remarks) between 1 and 4000),
    metadata            jsonb not null default '{}' check (jsonb_typeof(metadata) = 'object'),
    import_rules        smallint not null default 1,
    created_at          timestamptz not null default now(),
    updated_at          timestamptz not null default now(),
    constraint sampling_events_in_order check (started_at <= ended_at),
    constraint sampling_events_offset_of_time check (utc_offset = 0 or date_precision = 'time'),
    constraint sampling_events_effort check ((effort is null) = (effort_unit is null) and (effort is null) = (effort_source is null)),
    -- What is no time says both ends of its week, month or year.
    constraint sampling_events_span check (started_at is not null or date_precision in ('time', 'day'))
);
create index sampling_events_geom on sampling_events using gist (geom);
create index sampling_events_time on sampling_events (ended_at desc, id);
create index sampling_events_country on sampling_events (country_id, ended_at desc);
create index sampling_events_event on sampling_events (data_source_key, event_id);

comment on table sampling_events is 'sampling events, one row a collection; observations and absences with the same data_source_key and event_id are its catch';
comment on column sampling_events.id is 'UUID, made of the data source and event_id; the key';
comment on column sampling_events.data_source_key is 'data_sources.key';
comment on column sampling_events.event_id is 'Darwin Core eventID in the data source';
comment on column sampling_events.source_hash is 'hash of what a file says of the event; null for events that were made through the API';
comment on column sampling_events.site_id is 'the trap or site (Darwin Core locationID) in the data source; null: the place is the site';
comment on column sampling_events.geom is 'longitude and latitude, WGS 84';
comment on column sampling_events.location_accuracy_m is 'metres; null when unknown';
comment on column sampling_events.country_id is 'countries.id; null at sea';
comment on column sampling_events.region_id is 'regions.id; null at sea';
comment on column sampling_events.started_at is 'first instant, or the first midnight UTC of its days; null when the source states one time alone';
comment on column sampling_events.ended_at is 'last instant, or midnight UTC at the beginning of the last day';
comment on column sampling_events.utc_offset is 'minutes that the clock of the times is ahead of UTC';
comment on column sampling_events.date_precision is 'what the source states: time, day (one, or the first and the last), or a week, month or year in which the collection lay';
comment on column sampling_events.first_day is 'local day of started_at, else of ended_at';
comment on column sampling_events.last_day is 'local day of ended_at';
comment on column sampling_events.months is 'bits of the months that the days touch; bit 0 is January';
comment on column sampling_events.sampling_protocol is 'Darwin Core samplingProtocol: the trap or method';
comment on column sampling_events.lure is 'what attracted the mosquitoes, such as CO2; null when unknown';
comment on column sampling_events.traps is 'number of traps, 1 to 10,000; null when unknown';
comment on column sampling_events.nights is 'nights that they stood, 0 to 366; null when unknown';
comment on column sampling_events.effort is 'amount of effort in effort_unit, 0.000001 to 1e9; null for none';
comment on column sampling_events.effort_unit is 'trap_night, trap_hour, collection, dip, house or person_hour; null without effort';
comment on column sampling_events.effort_source is 'stated, sampling_effort (read from a text) or derived (from start and end); null without effort';
comment on column sampling_events.problem is 'true: something went wrong, and the event is in no rate';
comment on column sampling_events.target_taxa is 'scientific names of what was looked for; {}: all mosquitoes';
comment on column sampling_events.complete is 'true: every target taxon was counted; false: not; null: not stated';
comment on column sampling_events.remarks is 'Darwin Core eventRemarks';
comment on column sampling_events.metadata is 'other fields of the source, as JSON';
comment on column sampling_events.import_rules is 'version of the rules by which the event was read';
comment on column sampling_events.created_at is 'when the event was stored';
comment on column sampling_events.updated_at is 'when the event was last changed';

-- Which events changed, or their catch: each change names the event by its id, or by the data source and the event_id of a record,
-- whose event may be stored later by another transaction.
create unlogged table event_changes (
    xid             xid8 not null default pg_current_xact_id(),
    id              uuid,
    data_source_key integer,
    event_id        text
);
create index event_changes_xid on event_changes (xid);
comment on table event_changes is 'log of sampling events that changed, or whose catch did; a server reads it to keep its copy in memory exact';
comment on column event_changes.xid is 'transaction of the change';
comment on column event_changes.id is 'sampling_events.id; null where a record changed';
comment on column event_changes.data_source_key is 'of the record that changed';
comment on column event_changes.event_id is 'of the record that changed';

-- Events have one area for the data version, beside the 4,096 of the map.
create function log_event_changes() returns trigger language plpgsql as $$
begin
    insert into event_changes (id) select id from changed;
    if found then
        insert into observation_touches (area) values (4096) on conflict do nothing;
        perform pg_notify('skeeter_observations', '');
    end if;
    return null;
end $$;
comment on function log_event_changes is 'writes the sampling events of a statement to event_changes';

create trigger sampling_events_inserted after insert on sampling_events
    referencing new table as changed for each statement execute function log_event_changes();
create trigger sampling_events_deleted after delete on sampling_events
    referencing old table as changed for each statement execute function log_event_changes();
create trigger sampling_events_updated after update on sampling_events
    referencing new table as changed for each statement execute function log_event_changes();
create trigger sampling_events_truncated after truncate on sampling_events
    for each statement execute function log_truncated();

-- As before, and the events of the records.
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
    insert into event_changes (data_source_key, event_id)
    select distinct data_source_key, event_id from changed where event_id is not null and data_source_key is not null;
    perform pg_notify('skeeter_observations', '');
    return null;
end $$;
