create or replace function create_private_schema(source int) returns void language plpgsql as $$
declare
    room text := 'private_' || source;
    name text;
    made record;
begin
    execute format('create schema %I', room);
    execute format('comment on schema %I is %L', room, 'records of a private data source');
    foreach name in array private_tables() loop
        execute format('create %3$s table %1$I.%2$I (like public.%2$I including all)', room, name,
            (select case relpersistence when 'u' then 'unlogged' else '' end from pg_class where oid = format('public.%I', name)::regclass));
    end loop;
    execute format('insert into %I.observation_epoch default values', room);
    for made in select k.relname as name, c.conname, pg_get_constraintdef(c.oid) as def, f.relname as target
                from pg_constraint c join pg_class k on k.oid = c.conrelid join pg_class f on f.oid = c.confrelid
                where c.contype = 'f' and k.relnamespace = 'public'::regnamespace and k.relname = any(private_tables()) loop
        execute format('alter table %I.%I add constraint %I %s', room, made.name, made.conname,
            case when made.target = any(private_tables())
                 then regexp_replace(made.def, ' REFERENCES (public\.)?[a-z_]+', format(' REFERENCES %I.%I', room, made.target)) else made.def end);
    end loop;
    foreach name in array array['sampling_events', 'observations', 'absences', 'pools'] loop
        execute format('alter table %I.%I add check (data_source_key is not null and data_source_key = %s)', room, name, source);
        execute (select format('create view %1$I.%2$I as select %3$s from %1$I.%4$I', room, 'exact_' || name, string_agg(quote_ident(a.attname), ', ' order by a.attnum), name)
                 from pg_attribute a where a.attrelid = format('public.%I', 'exact_' || name)::regclass and a.attnum > 0);
    end loop;
    execute format('create view %I.data_sources as select key, id, name, licence, citation, url, synthetic, imported_at, dataset_id, contact,
        null::double precision as obscured_degrees from public.all_data_sources where key = %s', room, source);
    execute format('create view %I.obscured_taxa as select * from public.obscured_taxa where false', room);
end $$;

drop function share_private_schema;
