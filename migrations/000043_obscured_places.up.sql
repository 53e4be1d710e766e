-- Places that the public may not know. The public tables hold a place drawn in a cell instead; what is exact lies apart, so that nothing that
-- reads a public table can tell it. held_* are not public and hold exact rows.

alter table data_sources add column obscured_degrees double precision check (obscured_degrees between 0.01 and 0.2);
comment on column data_sources.obscured_degrees is 'size of the cells in which its places are drawn for the public; null: they are exact';
alter table observations add column obscured_degrees double precision check (obscured_degrees between 0.01 and 0.2);
comment on column observations.obscured_degrees is 'size of the cell that its reporter wishes; null: no wish';
alter table held_observations add column obscured_degrees double precision check (obscured_degrees between 0.01 and 0.2);
comment on column held_observations.obscured_degrees is 'size of the cell that its reporter wishes; null: no wish';

create table obscured_taxa (
    taxon   slug primary key,
    degrees double precision not null check (degrees between 0.01 and 0.2)
);
comment on table obscured_taxa is 'species and genera whose places are drawn in a cell for the public';
comment on column obscured_taxa.taxon is 'slug of a species, of a group with its members, or of a genus; the key';
comment on column obscured_taxa.degrees is 'size of the cells';

-- The place of an event would tell the place of its records.
create table obscured_events (
    data_source_key int references data_sources (key) on delete cascade,
    event_id        text check (length(event_id) between 1 and 200),
    degrees         double precision not null check (degrees between 0.01 and 0.2),
    primary key (data_source_key, event_id)
);
comment on table obscured_events is 'sampling events with a record that is obscured by its species or its reporter; all of their records are, from then on';
comment on column obscured_events.data_source_key is 'data_sources.key';
comment on column obscured_events.event_id is 'sampling_events.event_id, also of events that are not stored';
comment on column obscured_events.degrees is 'size of the cells';

-- A row is here as long as its record says cell_degrees.
create table exact_places (
    entity              text check (entity in ('observations', 'absences', 'sampling_events', 'pools')),
    id                  uuid,
    geom                geometry(Point, 4326) not null,
    country_id          text,
    region_id           text,
    location_accuracy_m double precision,
    flags               smallint,
    site_id             text,
    remarks             text,
    metadata            jsonb not null,
    primary key (entity, id)
);
comment on table exact_places is 'what the public does not see of records with cell_degrees';
comment on column exact_places.entity is 'table of the record';
comment on column exact_places.id is 'the record';
comment on column exact_places.geom is 'longitude and latitude, WGS 84';
comment on column exact_places.country_id is 'countries.id; null at sea';
comment on column exact_places.region_id is 'regions.id; null at sea';
comment on column exact_places.location_accuracy_m is 'coordinateUncertaintyInMeters; null when not stated';
comment on column exact_places.flags is 'flags with those of the place; null for sampling events and pools';
comment on column exact_places.site_id is 'site_id of a sampling event; null for others';
comment on column exact_places.remarks is 'notes or remarks';
comment on column exact_places.metadata is 'the members that are not in public_terms';

do $$
declare
    name text;
begin
    foreach name in array array['observations', 'absences', 'sampling_events', 'pools', 'held_observations', 'held_absences', 'held_events', 'held_pools'] loop
        execute format('alter table %I add column cell_degrees double precision', name);
    end loop;
    foreach name in array array['observations', 'absences', 'sampling_events', 'pools'] loop
        execute format('comment on column %I.cell_degrees is %L', name,
            'size of the cell in which the place was drawn; null: the place is exact; -1, within a transaction: exact, and has to be drawn again');
    end loop;
    foreach name in array array['held_observations', 'held_absences', 'held_events', 'held_pools'] loop
        execute format('comment on column %I.cell_degrees is %L', name, 'null: the place is exact');
    end loop;
end $$;

create function public_terms() returns text[] language sql immutable parallel safe return array[
    'acceptedNameUsage', 'accessRights', 'associatedSequences', 'associatedTaxa', 'basisOfRecord', 'bibliographicCitation', 'catalogNumber', 'class',
    'collectionCode', 'collectionID', 'dataGeneralizations', 'datasetID', 'datasetName', 'dateIdentified', 'day', 'degreeOfEstablishment', 'disposition',
    'endDayOfYear', 'establishmentMeans', 'eventDate', 'eventID', 'eventTime', 'eventType', 'family', 'genus', 'identificationQualifier',
    'identificationVerificationStatus', 'identifiedBy', 'identifiedByID', 'individualCount', 'informationWithheld', 'infraspecificEpithet', 'institutionCode',
    'institutionID', 'kingdom', 'language', 'license', 'lifeStage', 'modified', 'month', 'nomenclaturalCode', 'occurrenceID', 'occurrenceStatus', 'order',
    'organismQuantity', 'organismQuantityType', 'ownerInstitutionCode', 'phylum', 'preparations', 'recordedBy', 'recordedByID', 'reproductiveCondition',
    'rightsHolder', 'sampleSizeUnit', 'sampleSizeValue', 'samplingEffort', 'samplingProtocol', 'scientificName', 'scientificNameAuthorship',
    'scientificNameID', 'sex', 'specificEpithet', 'startDayOfYear', 'subgenus', 'taxonID', 'taxonRank', 'taxonomicStatus', 'type', 'typeStatus',
    'verbatimEventDate', 'vernacularName', 'vitality', 'year'];
comment on function public_terms is 'members of metadata that a record with cell_degrees shows: terms of Darwin Core that name no place';

create function obscured_taxon(taxon_key int, wish double precision) returns double precision
    language plpgsql stable set plan_cache_mode = force_generic_plan
as $$
begin
    if not exists (select from obscured_taxa) then
        return wish;
    end if;
    return greatest(wish, (
        select max(o.degrees)
        from taxa t
        join obscured_taxa o on o.taxon = t.id or o.taxon = lower(t.genus)
            or t.id in (select m.slug from species_members m join taxa g on g.key = m.taxon_key where g.id = o.taxon)
        where t.key = obscured_taxon.taxon_key));
end $$;
comment on function obscured_taxon is 'size of the cell that the taxon of a record, or its reporter, asks for; null: none';

create function obscured(source int, event text, taxon int, wish double precision) returns double precision
    language plpgsql stable set plan_cache_mode = force_generic_plan
as $$
begin
    return greatest(obscured_taxon(taxon, wish), (select d.obscured_degrees from data_sources d where d.key = source),
        (select e.degrees from obscured_events e where e.data_source_key = source and e.event_id = event));
end $$;
comment on function obscured is 'size of the cell in which the place of a record is drawn for the public; null: it is exact';

-- The key keeps anybody from drawing the places of a grid until one agrees. Records of a data source at one place are drawn at one place, so
-- that sites stay sites, and anew for cells of another size, which are not to be laid upon each other; who could try places there may read them. A report is drawn by its id.
create function drawn_place(place geometry, degrees double precision, seed text) returns geometry
    language plpgsql stable
as $$
declare
    drawn bytea := (select sha256(k.key || convert_to('place ' || seed, 'UTF8')) from pseudonym_key k);
    east double precision := (get_byte(drawn, 0) + (get_byte(drawn, 1) + get_byte(drawn, 2) / 256.0) / 256.0) / 256.0;
    north double precision := (get_byte(drawn, 3) + (get_byte(drawn, 4) + get_byte(drawn, 5) / 256.0) / 256.0) / 256.0;
begin
    return ST_SetSRID(ST_MakePoint(
        least(180, round(((floor(ST_X(place) / degrees) + east) * degrees)::numeric, 7)),
        least(90, round(((floor(ST_Y(place) / degrees) + north) * degrees)::numeric, 7))), 4326);
end $$;
comment on function drawn_place is 'a place in the cell of a place, always the same for a seed';

create function cell_around(place geometry, degrees double precision) returns geometry language sql immutable parallel safe
    return ST_MakeEnvelope(floor(ST_X(place) / degrees) * degrees, floor(ST_Y(place) / degrees) * degrees,
        least(180, (floor(ST_X(place) / degrees) + 1) * degrees), least(90, (floor(ST_Y(place) / degrees) + 1) * degrees), 4326);
comment on function cell_around is 'the cell of a place: a whole number of cells from 0, 0';

create function country_of_cell(cell geometry) returns text
    language plpgsql stable set plan_cache_mode = force_generic_plan
as $$
begin
    return (select case when count(distinct p.country_id) = 1 then min(p.country_id) end from country_pieces p where ST_Intersects(p.shape, cell));
end $$;
comment on function country_of_cell is 'the country of a cell, whatever part of it a place lies in; null where there are none or several';

-- Rows come with exact places and leave with drawn ones, where a rule says so.
-- 111,700 metres are a degree at most, and no place of a cell is further away than one of its corners.
create function draw_place() returns trigger language plpgsql as $$
declare
    degrees double precision;
    exact   exact_places;
    cell    geometry;
    shown   text[];
    stored  boolean := false;
begin
    if tg_table_name = 'observations' then
        degrees := obscured(new.data_source_key, new.event_id, new.taxon_key, new.obscured_degrees);
    elsif tg_table_name = 'sampling_events' then
        degrees := obscured(new.data_source_key, new.event_id, null, null);
    else
        degrees := obscured(new.data_source_key, new.event_id, new.taxon_key, null);
    end if;
    if degrees is null and new.cell_degrees is null and (tg_op = 'INSERT' or old.cell_degrees is null) then
        return new;
    end if;

    shown := public_terms();
    if new.cell_degrees > 0 then -- the row does not say its exact place, so it must not say another one
        if tg_op = 'INSERT' or old.cell_degrees is distinct from new.cell_degrees or not ST_OrderingEquals(old.geom, new.geom) then
            raise exception 'a row with cell_degrees has no exact place' using errcode = 'data_exception';
        elsif degrees is not distinct from new.cell_degrees then
            return new;
        end if;
        select * into strict exact from exact_places e where e.entity = tg_table_name and e.id = new.id;
    else
        exact.entity := tg_table_name;
        exact.id := new.id;
        exact.geom := new.geom;
        exact.country_id := new.country_id;
        exact.region_id := new.region_id;
        exact.location_accuracy_m := new.location_accuracy_m;
        if tg_table_name in ('observations', 'absences') then
            exact.flags := new.flags;
            exact.remarks := new.notes;
        else
            exact.remarks := new.remarks;
        end if;
        if tg_table_name = 'sampling_events' then
            exact.site_id := new.site_id;
        end if;
        exact.metadata := new.metadata - shown;
        if tg_op = 'INSERT' then -- an id that is taken changes nothing
            execute format('select exists (select from %I where id = $1)', tg_table_name) into stored using new.id;
        end if;
        if degrees is not null and not stored then
            insert into exact_places select exact.*
            on conflict (entity, id) do update
            set geom = excluded.geom, country_id = excluded.country_id, region_id = excluded.region_id,
                location_accuracy_m = excluded.location_accuracy_m, flags = excluded.flags, site_id = excluded.site_id,
                remarks = excluded.remarks, metadata = excluded.metadata;
        end if;
    end if;

    if degrees is null then
        delete from exact_places e where e.entity = tg_table_name and e.id = new.id;
        new.geom := exact.geom;
        new.country_id := exact.country_id;
        new.region_id := exact.region_id;
        new.location_accuracy_m := exact.location_accuracy_m;
        new.metadata := new.metadata || exact.metadata;
    else
        cell := cell_around(exact.geom, degrees);
        new.geom := drawn_place(exact.geom, degrees, case when new.data_source_key is null then new.id::text
            else new.data_source_key || ' ' || degrees || ' ' || round(ST_X(exact.geom)::numeric, 7) || ' ' || round(ST_Y(exact.geom)::numeric, 7) end);
        new.country_id := country_of_cell(cell);
        new.region_id := (select c.region_id from countries c where c.id = new.country_id);
        new.location_accuracy_m := ceil(ST_MaxDistance(new.geom, cell) * 111700 + coalesce(exact.location_accuracy_m, 0));
        new.metadata := new.metadata - array(select jsonb_object_keys(new.metadata - shown));
    end if;
    if tg_table_name in ('observations', 'absences') then
        new.flags := case when degrees is null then exact.flags
            else exact.flags & 48 | case when new.location_accuracy_m >= 10000 then 8 else 0 end | range_flag(new.taxon_key, new.region_id) end;
        new.notes := case when degrees is null then exact.remarks end;
    else
        new.remarks := case when degrees is null then exact.remarks end;
    end if;
    if tg_table_name = 'sampling_events' then
        new.site_id := case when degrees is null then exact.site_id end;
    end if;
    new.cell_degrees := degrees;
    return new;
end $$;
comment on function draw_place is 'stores the exact place of a row in exact_places and draws one for the public, where a rule says so';

create function forget_place() returns trigger language plpgsql as $$
begin
    delete from exact_places e where e.entity = tg_table_name and e.id = old.id;
    return null;
end $$;
comment on function forget_place is 'deletes the exact place of a record that is deleted';

-- Its argument is the public table that the row comes from.
create function reveal_place() returns trigger language plpgsql as $$
declare
    exact exact_places;
begin
    select * into strict exact from exact_places e where e.entity = tg_argv[0] and e.id = new.id;
    new.geom := exact.geom;
    new.country_id := exact.country_id;
    new.region_id := exact.region_id;
    new.location_accuracy_m := exact.location_accuracy_m;
    new.metadata := new.metadata || exact.metadata;
    if tg_argv[0] in ('observations', 'absences') then
        new.flags := exact.flags;
        new.notes := exact.remarks;
    else
        new.remarks := exact.remarks;
    end if;
    if tg_argv[0] = 'sampling_events' then
        new.site_id := exact.site_id;
    end if;
    new.cell_degrees := null;
    return new;
end $$;
comment on function reveal_place is 'gives a row that leaves a public table its exact place';

create function obscure_event() returns trigger language plpgsql as $$
declare
    wish double precision;
begin
    if tg_table_name = 'observations' then
        wish := obscured_taxon(new.taxon_key, new.obscured_degrees);
    else
        wish := obscured_taxon(new.taxon_key, null);
    end if;
    insert into obscured_events as e (data_source_key, event_id, degrees)
    select new.data_source_key, new.event_id, wish where wish is not null
    on conflict (data_source_key, event_id) do update set degrees = excluded.degrees where e.degrees < excluded.degrees;
    if found then
        update sampling_events o set updated_at = clock_timestamp() where o.data_source_key = new.data_source_key and o.event_id = new.event_id;
        update observations o set updated_at = clock_timestamp() where o.data_source_key = new.data_source_key and o.event_id = new.event_id;
        update absences o set updated_at = clock_timestamp() where o.data_source_key = new.data_source_key and o.event_id = new.event_id;
        update pools o set updated_at = clock_timestamp() where o.data_source_key = new.data_source_key and o.event_id = new.event_id;
    end if;
    return null;
end $$;
comment on function obscure_event is 'draws the places of an event, and of all of its records, when one of them is obscured by its species or its reporter';

do $$
declare
    name text;
begin
    foreach name in array array['observations', 'absences', 'sampling_events', 'pools'] loop
        execute format('create trigger %1$s_drawn before insert or update on %1$I for each row '
            'when (coalesce(current_setting(''skeeter.exact'', true), '''') <> ''on'') execute function draw_place()', name);
        execute format('create trigger %1$s_forgotten after delete on %1$I for each row when (old.cell_degrees > 0) execute function forget_place()', name);
    end loop;
    foreach name in array array['observations', 'absences', 'pools'] loop
        execute format('create trigger %1$s_obscure_event after insert or update on %1$I for each row '
            'when (new.cell_degrees > 0 and new.event_id is not null and new.data_source_key is not null) execute function obscure_event()', name);
    end loop;
end $$;
create trigger held_observations_revealed before insert on held_observations
    for each row when (new.cell_degrees > 0) execute function reveal_place('observations');
create trigger held_absences_revealed before insert on held_absences for each row when (new.cell_degrees > 0) execute function reveal_place('absences');
create trigger held_events_revealed before insert on held_events for each row when (new.cell_degrees > 0) execute function reveal_place('sampling_events');
create trigger held_pools_revealed before insert on held_pools for each row when (new.cell_degrees > 0) execute function reveal_place('pools');

-- An import compares what a file says with what is stored, so it reveals the rows of its data sources, and draws their places again before
-- it ends. The lock keeps rules from changing meanwhile.
create function reveal_places(sources int[]) returns boolean language plpgsql as $$
declare
    revealed boolean;
    name     text;
begin
    lock table observations, absences, sampling_events, pools in row exclusive mode;
    perform set_config('skeeter.exact', 'on', true);
    revealed := exists (select from data_sources d where (sources is null or d.key = any(sources)) and d.obscured_degrees is not null)
        or exists (select from obscured_taxa) or exists (select from obscured_events e where sources is null or e.data_source_key = any(sources));
    if not exists (select from exact_places) then
        return revealed;
    end if;
    foreach name in array array['observations', 'absences', 'sampling_events', 'pools'] loop
        execute format('with exact as (
                delete from exact_places e using %1$I o
                where e.entity = %1$L and e.id = o.id and ($1 is null or o.data_source_key = any($1))
                returning e.*
            )
            update %1$I o
            set geom = e.geom, country_id = e.country_id, region_id = e.region_id, location_accuracy_m = e.location_accuracy_m,
                metadata = o.metadata || e.metadata, cell_degrees = -1, %2$s
            from exact e
            where o.id = e.id',
            name, case name when 'sampling_events' then 'remarks = e.remarks, site_id = e.site_id'
                            when 'pools' then 'remarks = e.remarks' else 'notes = e.remarks, flags = e.flags' end) using sources;
        revealed := revealed or found;
    end loop;
    return revealed;
end $$;
comment on function reveal_places is 'gives the rows of data sources, null for all rows, their exact places until draw_places in the same transaction; returns whether it has to be called';

create function draw_places(sources int[] default null) returns void language plpgsql as $$
declare
    name text;
begin
    perform set_config('skeeter.exact', '', true);
    foreach name in array array['observations', 'absences', 'sampling_events', 'pools'] loop
        execute format('update %1$I o
            set cell_degrees = nullif(o.cell_degrees, -1),
                updated_at = case when o.cell_degrees = -1 then o.updated_at
                                  else greatest(clock_timestamp(), o.updated_at + interval ''1 microsecond'') end
            where ($1 is null or o.data_source_key = any($1)) and obscured(o.data_source_key, o.event_id, %2$s) is distinct from o.cell_degrees',
            name, case name when 'observations' then 'o.taxon_key, o.obscured_degrees' when 'sampling_events' then 'null, null'
                            else 'o.taxon_key, null' end) using sources;
    end loop;
end $$;
comment on function draw_places is 'draws the places of data sources, null for all records, as the rules say by now';

create or replace function update_pools_of_events() returns trigger language plpgsql as $$
begin
    update pools p
    set geom = case when p.event_place then coalesce(x.geom, e.geom) else p.geom end,
        location_accuracy_m = case when p.event_place then case when x.id is null then e.location_accuracy_m else x.location_accuracy_m end
                                   else p.location_accuracy_m end,
        country_id = case when p.event_place then case when x.id is null then e.country_id else x.country_id end else p.country_id end,
        region_id = case when p.event_place then case when x.id is null then e.region_id else x.region_id end else p.region_id end,
        -- With its exact place a pool says again what was withheld with it.
        remarks = case when p.event_place and s.id is not null then s.remarks else p.remarks end,
        metadata = case when p.event_place and s.id is not null then p.metadata || s.metadata else p.metadata end,
        cell_degrees = case when p.event_place and p.cell_degrees > 0 then null else p.cell_degrees end,
        started_at = case when p.event_days then e.started_at else p.started_at end,
        ended_at = case when p.event_days then e.ended_at else p.ended_at end,
        utc_offset = case when p.event_days then e.utc_offset else p.utc_offset end,
        date_precision = case when p.event_days then e.date_precision else p.date_precision end,
        sampling_protocol = case when p.event_protocol then e.sampling_protocol else p.sampling_protocol end,
        updated_at = greatest(clock_timestamp(), p.updated_at + interval '1 microsecond')
    from changed e
    left join exact_places x on x.entity = 'sampling_events' and x.id = e.id and e.cell_degrees > 0
    cross join lateral (
        select o.id as pool, m.*
        from pools o
        left join exact_places m on m.entity = 'pools' and m.id = o.id and o.cell_degrees > 0
        where o.data_source_key = e.data_source_key and o.event_id = e.event_id
    ) s
    where p.id = s.pool
      and (p.event_place and (coalesce(s.geom, p.geom), case when s.id is null then p.location_accuracy_m else s.location_accuracy_m end,
                              case when s.id is null then p.country_id else s.country_id end,
                              case when s.id is null then p.region_id else s.region_id end)
               is distinct from (coalesce(x.geom, e.geom), case when x.id is null then e.location_accuracy_m else x.location_accuracy_m end,
                                 case when x.id is null then e.country_id else x.country_id end,
                                 case when x.id is null then e.region_id else x.region_id end)
           or p.event_days and (p.started_at, p.ended_at, p.utc_offset, p.date_precision)
               is distinct from (e.started_at, e.ended_at, e.utc_offset, e.date_precision)
           or p.event_protocol and p.sampling_protocol is distinct from e.sampling_protocol);
    return null;
end $$;

-- Nobody sees a revealed row, so no log has its place: a log says which tiles are new.
create or replace function log_changes() returns trigger language plpgsql as $$
begin
    insert into observation_changes (added, id, mercator_x, mercator_y, taxon_key, observed_at, utc_offset, date_precision, last_day,
        count, country_id, region_id, data_source_key, status, life_stage, sex, sampling_protocol, location_accuracy_m,
        flags, uncertain, latitude)
    select tg_argv[0]::boolean, id, mercator_x, mercator_y, taxon_key, observed_at, utc_offset, date_precision, last_day,
           count, country_id, region_id, data_source_key, status, life_stage, sex, sampling_protocol, location_accuracy_m,
           flags, identification_qualifier is not null,
           case when mercator_y = -2147483648 or mercator_y = 2147483647 then ST_Y(geom) end
    from changed
    where cell_degrees is distinct from -1;
    insert into observation_touches (area)
    select distinct ((mercator_y::bigint + 2147483648) >> 26) * 64 + ((mercator_x::bigint + 2147483648) >> 26)
    from changed
    where cell_degrees is distinct from -1
    on conflict do nothing;
    insert into event_changes (data_source_key, event_id)
    select distinct data_source_key, event_id from changed where event_id is not null and data_source_key is not null;
    perform notify_of_changes();
    return null;
end $$;

create function generalized(metadata jsonb, cell double precision) returns jsonb language sql immutable parallel safe
    return case when cell > 0 then metadata || jsonb_build_object(
        'dataGeneralizations', concat_ws('; ', metadata ->> 'dataGeneralizations', 'coordinates drawn at random in a cell of ' || cell || ' by ' || cell || ' degrees'),
        'informationWithheld', concat_ws('; ', metadata ->> 'informationWithheld', 'exact place, remarks, and what else names the place')) else metadata end;
comment on function generalized is 'metadata of a record in a file, with what Darwin Core says of a place that was drawn in a cell';

-- The rows with their exact places, for those who may see or change them. cell_degrees is null in them: nothing is withheld.
do $$
declare
    name text;
    col  record;
begin
    foreach name in array array['observations', 'absences', 'sampling_events', 'pools'] loop
        execute (
            select format('create view exact_%1$s as select %2$s from %1$s o left join exact_places x on x.entity = %1$L and x.id = o.id and o.cell_degrees > 0',
                name, string_agg(
                    case when a.attname in ('geom', 'country_id', 'location_accuracy_m', 'flags', 'site_id')
                              then format('case when x.id is null then o.%1$I else x.%1$I end as %1$I', a.attname)
                         when a.attname = 'region_id' then 'case when x.id is null then o.region_id else x.region_id::slug end as region_id'
                         when a.attname in ('notes', 'remarks') then format('case when x.id is null then o.%1$I else x.remarks end as %1$I', a.attname)
                         when a.attname = 'metadata' then 'case when x.id is null then o.metadata else o.metadata || x.metadata end as metadata'
                         when a.attname = 'cell_degrees' then 'null::double precision as cell_degrees'
                         else format('o.%I', a.attname) end, ', ' order by a.attnum))
            from pg_attribute a
            where a.attrelid = name::regclass and a.attnum > 0 and not a.attisdropped and a.attname not in ('mercator_x', 'mercator_y'));
        execute format('comment on view exact_%s is %L', name, name || ' with their exact places');
        for col in select a.attname, col_description(name::regclass, a.attnum) as says from pg_attribute a
                   where a.attrelid = name::regclass and a.attnum > 0 and not a.attisdropped and a.attname not in ('mercator_x', 'mercator_y') loop
            execute format('comment on column exact_%s.%I is %L', name, col.attname, case col.attname when 'cell_degrees' then 'null' else col.says end);
        end loop;
    end loop;
end $$;
