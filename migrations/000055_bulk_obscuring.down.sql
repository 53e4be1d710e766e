do $$
declare
    known   constant text := pg_get_functiondef('draw_place'::regproc);
    changed constant text := replace(known, $a$stored := case tg_table_name
                when 'observations' then exists (select from observations o where o.id = new.id)
                when 'absences' then exists (select from absences o where o.id = new.id)
                when 'sampling_events' then exists (select from sampling_events o where o.id = new.id)
                else exists (select from pools o where o.id = new.id) end;$a$,
            $b$execute format('select exists (select from %I where id = $1)', tg_table_name) into stored using new.id;$b$);
begin
    if changed = known then
        raise exception 'draw_place is another function than this step knows';
    end if;
    execute changed;
end $$;
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
        update observations o set updated_at = clock_timestamp() where o.data_source_key = new.data_source_key and o.event_id = new.event_id;
        update absences o set updated_at = clock_timestamp() where o.data_source_key = new.data_source_key and o.event_id = new.event_id;
        update pools o set updated_at = clock_timestamp() where o.data_source_key = new.data_source_key and o.event_id = new.event_id;
    end if;
    return null;
end $$;
create or replace function obscured_taxon(taxon_key int, wish double precision) returns double precision
    language plpgsql stable set plan_cache_mode = force_generic_plan
as $$
begin
    if taxon_key is null or not exists (select from obscured_taxa) then
        return wish;
    end if;
    return greatest(wish, (select max(o.degrees) from obscured_taxa o where o.taxon = any(slugs_above(obscured_taxon.taxon_key))));
end $$;
drop trigger taxa_forget_slugs on taxa;
drop trigger taxon_names_forget_slugs on taxon_names;
drop trigger species_members_forget_slugs on species_members;
drop function forget_slugs;
drop function known_slugs_above;
