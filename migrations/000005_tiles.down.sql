drop statistics observations_words;
delete from observation_epoch;
alter table observation_epoch drop column horizon, drop column horizon_at;
drop table observation_touches, observation_areas;
drop table observation_changes;
create unlogged table observation_changes (
    xid                 xid8 not null default pg_current_xact_id(),
    added               boolean not null,
    logged_at           timestamptz not null default clock_timestamp(),
    taxon_key           integer not null,
    lon_e7              integer not null,
    lat_e7              integer not null,
    first_day           date not null,
    last_day            date not null,
    count               integer not null,
    country_id          text,
    region_id           text,
    data_source_key     integer,
    status              text not null,
    life_stage          text,
    sex                 text,
    sampling_protocol   text,
    location_accuracy_m double precision
);
create index observation_changes_xid on observation_changes (xid);
create index observation_changes_logged_at on observation_changes using brin (logged_at);
comment on column observation_changes.lon_e7 is 'longitude in units of 1e-7 degrees';

create or replace function log_changes() returns trigger language plpgsql as $$
begin
    insert into observation_changes (added, taxon_key, lon_e7, lat_e7, first_day, last_day, count, country_id, region_id,
        data_source_key, status, life_stage, sex, sampling_protocol, location_accuracy_m)
    select tg_argv[0]::boolean, taxon_key, round(ST_X(geom) * 1e7)::integer, round(ST_Y(geom) * 1e7)::integer,
           (observed_at at time zone 'UTC')::date, last_day, count, country_id, region_id, data_source_key, status,
           lower(life_stage), lower(sex), lower(sampling_protocol), location_accuracy_m
    from changed;
    perform pg_notify('skeeter_observations', '');
    return null;
end $$;

alter table observations drop column mercator_x, drop column mercator_y;
drop function mercator_y;
drop function mercator_x;
