-- The public sees the exact places again.
update data_sources set obscured_degrees = null;
delete from obscured_taxa;
delete from obscured_events;
update observations set obscured_degrees = null where obscured_degrees is not null;
select draw_places();
do $$
declare
    name text;
begin
    foreach name in array array['observations', 'absences', 'sampling_events', 'pools'] loop
        execute format('drop trigger %1$s_drawn on %1$I; drop trigger %1$s_forgotten on %1$I; drop trigger if exists %1$s_obscure_event on %1$I', name);
    end loop;
end $$;
drop trigger held_observations_revealed on held_observations;
drop trigger held_absences_revealed on held_absences;
drop trigger held_events_revealed on held_events;
drop trigger held_pools_revealed on held_pools;
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
    perform notify_of_changes();
    return null;
end $$;
create or replace function update_pools_of_events() returns trigger language plpgsql as $$
begin
    update pools p
    set geom = case when p.event_place then e.geom else p.geom end,
        location_accuracy_m = case when p.event_place then e.location_accuracy_m else p.location_accuracy_m end,
        country_id = case when p.event_place then e.country_id else p.country_id end,
        region_id = case when p.event_place then e.region_id else p.region_id end,
        started_at = case when p.event_days then e.started_at else p.started_at end,
        ended_at = case when p.event_days then e.ended_at else p.ended_at end,
        utc_offset = case when p.event_days then e.utc_offset else p.utc_offset end,
        date_precision = case when p.event_days then e.date_precision else p.date_precision end,
        sampling_protocol = case when p.event_protocol then e.sampling_protocol else p.sampling_protocol end,
        updated_at = greatest(clock_timestamp(), p.updated_at + interval '1 microsecond')
    from changed e
    where p.data_source_key = e.data_source_key and p.event_id = e.event_id
      and (p.event_place and (p.geom, p.location_accuracy_m, p.country_id, p.region_id)
               is distinct from (e.geom, e.location_accuracy_m, e.country_id, e.region_id)
           or p.event_days and (p.started_at, p.ended_at, p.utc_offset, p.date_precision)
               is distinct from (e.started_at, e.ended_at, e.utc_offset, e.date_precision)
           or p.event_protocol and p.sampling_protocol is distinct from e.sampling_protocol);
    return null;
end $$;
drop view exact_observations, exact_absences, exact_sampling_events, exact_pools;
drop function generalized;
drop function draw_places;
drop function reveal_places;
drop function obscure_event;
drop function reveal_place;
drop function forget_place;
drop function draw_place;
drop function country_of_cell;
drop function cell_around;
drop function drawn_place;
drop function obscured;
drop function obscured_taxon;
drop function public_terms;
do $$
declare
    name text;
begin
    foreach name in array array['observations', 'absences', 'sampling_events', 'pools', 'held_observations', 'held_absences', 'held_events', 'held_pools'] loop
        execute format('alter table %I drop column cell_degrees', name);
    end loop;
end $$;
drop table exact_places;
drop table obscured_events;
drop table obscured_taxa;
alter table held_observations drop column obscured_degrees;
alter table observations drop column obscured_degrees;
alter table data_sources drop column obscured_degrees;
