drop table observation_changes;
create unlogged table observation_changes (
    xid                 xid8 not null default pg_current_xact_id(),
    added               boolean not null,
    mercator_x          integer not null,
    mercator_y          integer not null,
    taxon_key           integer not null,
    observed_at         timestamptz not null,
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
comment on column observation_changes.latitude is 'of a place on the edge of the grid''s square or beyond, which mercator_y does not tell';
-- A new epoch: the log above begins anew.
delete from observation_epoch;

create or replace function log_changes() returns trigger language plpgsql as $$
begin
    insert into observation_changes (added, mercator_x, mercator_y, taxon_key, observed_at, last_day, count,
        country_id, region_id, data_source_key, status, life_stage, sex, sampling_protocol, location_accuracy_m, latitude)
    select tg_argv[0]::boolean, mercator_x, mercator_y, taxon_key, observed_at, last_day, count,
           country_id, region_id, data_source_key, status, life_stage, sex, sampling_protocol, location_accuracy_m,
           case when mercator_y = -2147483648 or mercator_y = 2147483647 then ST_Y(geom) end
    from changed;
    insert into observation_touches (area)
    select distinct ((mercator_y::bigint + 2147483648) >> 26) * 64 + ((mercator_x::bigint + 2147483648) >> 26) from changed
    on conflict do nothing;
    perform pg_notify('skeeter_observations', '');
    return null;
end $$;
