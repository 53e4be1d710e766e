-- Stores new observations as insert.sql stores one, and returns the ids of those whose id was free. The country of a place is found once.
-- The batch is one entry of the history.
-- Caller: observe.store.insertBatch
-- Index: country_pieces_shape, observations_pkey, held_observations_id, observation_requests_pkey
with sent as materialized (
    select * from json_to_recordset(@rows::json) as s (id uuid, hash text, taxon_key int, verbatim_scientific_name text, count int,
        lat float8, lng float8, observed_at timestamptz, date_precision text, observed_until date, data_source_key int,
        location_accuracy_m float8, life_stage text, sex text, sampling_protocol text, event_id text, status text, notes text,
        user_id text, observer_name text, image_url text, prediction_id uuid, model_id text, confidence float8, metadata text,
        utc_offset smallint, identification_qualifier text, basis_of_record text, licence text, account uuid, obscured_degrees float8)
), places as materialized (
    select lat, lng, geom, place_of(geom) as country_id
    from (select lat, lng, ST_SetSRID(ST_MakePoint(lng, lat), 4326) as geom from (select distinct lat, lng from sent) apart) points
), stored as (
    insert into observations (
-- include: fragment/inserted_columns.sql
    )
    select s.id, s.taxon_key, s.verbatim_scientific_name, s.count, p.geom, s.observed_at, s.date_precision, s.observed_until,
        s.data_source_key, p.country_id, c.region_id, s.location_accuracy_m, s.life_stage, s.sex, s.sampling_protocol, s.event_id,
        s.status, s.notes, s.user_id, s.observer_name, s.image_url, s.prediction_id, s.model_id, s.confidence, s.metadata::jsonb,
        s.utc_offset, s.identification_qualifier, s.basis_of_record, s.licence, s.account, s.obscured_degrees,
        place_flags(p.geom, p.country_id) | range_flag(s.taxon_key, c.region_id)
            | (case when s.location_accuracy_m >= 10000 then 8 else 0 end)::smallint
    from sent s
    join places p on p.lat = s.lat and p.lng = s.lng
    left join countries c on c.id = p.country_id
    where not exists (select from observations o where o.id = s.id)
      and not exists (select from held_observations h where h.id = s.id and h.removal is null)
      and s.id not in (select taken_elsewhere(array(select id from sent where hash is not null)))
    order by s.id
    returning id
), requests as (
    insert into observation_requests (id, hash)
    select s.id, decode(s.hash, 'hex') from stored join sent s on s.id = stored.id where s.hash is not null
    on conflict (id) do update set hash = excluded.hash
), noted as (
    insert into history (entity, entity_id, action, actor_kind, actor, became)
    select 'import', @batch_id::text, 'created', @actor_kind::text, @actor::text, jsonb_build_object('observations', count(*))
    from stored
    having count(*) > 0
)
select id from stored
