-- What slugs_above finds takes a millisecond, and a bulk load asks it for each of its records: a transaction keeps it, one setting a taxon, until it
-- changes a name itself. The rules are read for each record. Who changes them, or what a name belongs to, draws the places anew.
create function known_slugs_above(taxon_key int) returns text[] language plpgsql stable as $$
declare
    name  text := 'skeeter.above_' || coalesce(nullif(current_setting('skeeter.names', true), ''), '0') || '_' || taxon_key;
    slugs text := nullif(current_setting(name, true), '');
begin
    return coalesce(slugs, set_config(name, slugs_above(taxon_key)::text, true))::text[];
end $$;
comment on function known_slugs_above is 'slugs_above, as this transaction found it first';

create function forget_slugs() returns trigger language plpgsql as $$
begin
    perform set_config('skeeter.names', (coalesce(nullif(current_setting('skeeter.names', true), ''), '0')::int + 1)::text, true);
    return null;
end $$;
comment on function forget_slugs is 'lets known_slugs_above find what names belong to anew in this transaction';

create trigger taxa_forget_slugs after insert or update or delete or truncate on taxa for each statement execute function forget_slugs();
create trigger taxon_names_forget_slugs after insert or update or delete or truncate on taxon_names for each statement execute function forget_slugs();
create trigger species_members_forget_slugs after insert or update or delete or truncate on species_members for each statement execute function forget_slugs();

create or replace function obscured_taxon(taxon_key int, wish double precision) returns double precision
    language plpgsql stable set plan_cache_mode = force_generic_plan
as $$
begin
    if taxon_key is null or not exists (select from obscured_taxa) then
        return wish;
    end if;
    return greatest(wish, (select max(o.degrees) from obscured_taxa o where o.taxon = any((select known_slugs_above(obscured_taxon.taxon_key))::text[])));
end $$;

-- The data source of records is compared so that no index serves it: in a bulk load PostgreSQL would read all records of the source for each event.
create or replace function obscure_event() returns trigger language plpgsql as $$
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
        update observations o set updated_at = clock_timestamp() where o.event_id = new.event_id and (o.data_source_key = new.data_source_key) is true;
        update absences o set updated_at = clock_timestamp() where o.event_id = new.event_id and (o.data_source_key = new.data_source_key) is true;
        update pools o set updated_at = clock_timestamp() where o.data_source_key = new.data_source_key and o.event_id = new.event_id;
    end if;
    return null;
end $$;

-- Whether an id is taken is planned once, not for each row.
do $$
declare
    known   constant text := pg_get_functiondef('draw_place'::regproc);
    changed constant text := replace(known, $a$execute format('select exists (select from %I where id = $1)', tg_table_name) into stored using new.id;$a$,
            $b$stored := case tg_table_name
                when 'observations' then exists (select from observations o where o.id = new.id)
                when 'absences' then exists (select from absences o where o.id = new.id)
                when 'sampling_events' then exists (select from sampling_events o where o.id = new.id)
                else exists (select from pools o where o.id = new.id) end;$b$);
begin
    if changed = known then
        raise exception 'draw_place is another function than this step knows';
    end if;
    execute changed;
end $$;
