-- What changed in observations: every server reads it to keep its tile index exact, and the data version is counted from it.
--
-- A reader remembers the snapshot of its last read and takes the rows that this snapshot did not see, so that a
-- transaction that commits late is never skipped. The tables are unlogged: a crash empties them, the epoch row with
-- them, and a reader that does not find its epoch loads everything anew.

-- The values of a record that the index keeps: an update is a row that went and a row that came.
create unlogged table observation_changes (
    xid                 xid8 not null default pg_current_xact_id(),
    added               boolean not null,
    id                  uuid not null,
    mercator_x          integer not null,
    mercator_y          integer not null,
    taxon_key           integer not null,
    observed_at         timestamptz not null,
    date_precision      text not null,
    last_day            date not null,
    count               integer not null,
    country_id          text,
    region_id           text,
    data_source_key     integer,
    status              text not null,
    life_stage          text,
    sex                 text,
    sampling_protocol   text,
    location_accuracy_m double precision,
    latitude            double precision
);
create index observation_changes_xid on observation_changes (xid);

-- One row for each area that a transaction touched. Snapshots of one server are nested, so the number of rows that a
-- snapshot sees, of an area or of all, names what it sees: the data version, the same on every server of the database.
create unlogged table observation_touches (
    xid       xid8 not null default pg_current_xact_id(),
    area      smallint not null,
    logged_at timestamptz not null default clock_timestamp(),
    primary key (xid, area)
);

-- Rows that observation_touches no longer holds go on counting for the version.
create unlogged table observation_areas (
    area      smallint primary key,
    forgotten bigint not null
);

create unlogged table observation_epoch (
    only_row   boolean primary key default true check (only_row),
    epoch      uuid not null default gen_random_uuid(),
    horizon    pg_snapshot,
    horizon_at timestamptz
);

create function log_changes() returns trigger language plpgsql as $$
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

-- Without an epoch every reader loads anew.
create function log_truncated() returns trigger language plpgsql as $$
begin
    delete from observation_epoch;
    perform pg_notify('skeeter_observations', '');
    return null;
end $$;

create trigger observations_inserted after insert on observations
    referencing new table as changed for each statement execute function log_changes('true');
create trigger observations_deleted after delete on observations
    referencing old table as changed for each statement execute function log_changes('false');
create trigger observations_updated_from after update on observations
    referencing old table as changed for each statement execute function log_changes('false');
create trigger observations_updated_to after update on observations
    referencing new table as changed for each statement execute function log_changes('true');
create trigger observations_truncated after truncate on observations
    for each statement execute function log_truncated();
