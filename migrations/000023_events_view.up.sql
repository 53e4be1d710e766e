-- Sampling events for programs that read PostgreSQL themselves, an index by which their lists of targets are found, each once, and the
-- requests that made events.

create index sampling_events_targets on sampling_events (hash_array_extended(target_taxa, 0)) where target_taxa <> '{}';

create table event_requests (
    id   uuid primary key references sampling_events (id) on delete cascade,
    hash bytea not null
);

comment on table event_requests is 'what the API was first sent for an event, so that the same request again is known';
comment on column event_requests.id is 'sampling event that the request made; the key';
comment on column event_requests.hash is 'SHA-256 of what was sent';

create view gis.sampling_events as
select o.id, o.geom, o.event_id, d.id::text as data_source, d.name as data_source_name, d.licence, d.synthetic, o.site_id,
       o.started_at, o.ended_at, o.date_precision, o.first_day, o.last_day,
       o.country_id, c.name as country, o.region_id::text as region_id, r.name as region, o.location_accuracy_m,
       o.sampling_protocol, o.lure, o.traps, o.nights, o.effort, o.effort_unit, o.effort_source, o.problem, o.target_taxa, o.complete,
       s.records, s.specimens, o.remarks, o.created_at, o.updated_at
-- Left joins to one row each: PostgreSQL leaves out those whose columns are not asked for.
from sampling_events o
left join translations c on c.kind = 'country' and c.lang = 'en' and c.id = o.country_id
left join translations r on r.kind = 'region' and r.lang = 'en' and r.id = o.region_id
left join data_sources d on d.key = o.data_source_key
left join lateral (
    select count(*)::integer as records, coalesce(sum(a.count), 0)::bigint as specimens
    from observations a
    where a.event_id = o.event_id and a.data_source_key = o.data_source_key and a.status <> 'rejected'
) s on true;

comment on view gis.sampling_events is 'one sampling event, as it is now: a collection of mosquitoes, with what was done to catch them; also where none was caught';
comment on column gis.sampling_events.id is 'UUID; the key';
comment on column gis.sampling_events.geom is 'longitude and latitude, WGS 84';
comment on column gis.sampling_events.event_id is 'Darwin Core eventID in the data source: the records of the event have the same';
comment on column gis.sampling_events.data_source is 'identifier';
comment on column gis.sampling_events.data_source_name is 'title of the data source';
comment on column gis.sampling_events.licence is 'of the data source';
comment on column gis.sampling_events.synthetic is 'true for demonstration data: nobody set a trap for it';
comment on column gis.sampling_events.site_id is 'the trap or site in the data source; null: the place is the site';
comment on column gis.sampling_events.started_at is 'first moment; null where one time or day alone is stated';
comment on column gis.sampling_events.ended_at is 'last moment, or midnight UTC at the beginning of the last day';
comment on column gis.sampling_events.date_precision is 'time, day, week, month or year';
comment on column gis.sampling_events.first_day is 'the first day, where it was';
comment on column gis.sampling_events.last_day is 'the last day, where it was';
comment on column gis.sampling_events.country_id is 'ISO 3166-1 alpha-2 in lower case; null at sea';
comment on column gis.sampling_events.country is 'English name';
comment on column gis.sampling_events.region_id is 'UN M49 sub-region';
comment on column gis.sampling_events.region is 'English name';
comment on column gis.sampling_events.location_accuracy_m is 'metres; null when unknown';
comment on column gis.sampling_events.sampling_protocol is 'Darwin Core samplingProtocol: the trap or method';
comment on column gis.sampling_events.lure is 'what attracted the mosquitoes, such as CO2; null when unknown';
comment on column gis.sampling_events.traps is 'number of traps; null when unknown';
comment on column gis.sampling_events.nights is 'nights that they stood; null when unknown';
comment on column gis.sampling_events.effort is 'amount of effort in effort_unit; null for none';
comment on column gis.sampling_events.effort_unit is 'trap_night, trap_hour, collection, dip, house or person_hour; never add them together';
comment on column gis.sampling_events.effort_source is 'stated, sampling_effort (read from a text) or derived (from the first and the last day)';
comment on column gis.sampling_events.problem is 'true: something went wrong, and the event is in no rate';
comment on column gis.sampling_events.target_taxa is 'scientific names of what was looked for; {}: all mosquitoes';
comment on column gis.sampling_events.complete is 'true: every target taxon was counted; false: not; null: not stated';
comment on column gis.sampling_events.records is 'observations of the event that are not rejected';
comment on column gis.sampling_events.specimens is 'sum of their count; 0 where none was caught';
comment on column gis.sampling_events.remarks is 'what the collector wrote';
comment on column gis.sampling_events.created_at is 'when the event was stored';
comment on column gis.sampling_events.updated_at is 'when the event was last changed';
