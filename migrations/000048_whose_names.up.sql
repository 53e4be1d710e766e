-- Ids are those of one record, wherever it lies, and the places of a species are hidden under every name that may stand for it.

create function taken_elsewhere(ids uuid[]) returns setof uuid language plpgsql stable as $$
declare
    room text;
begin
    for room in select 'public' union all select 'private_' || key from all_data_sources where private loop
        if room <> current_schema() then
            return query execute format('select id from %1$I.observations where id = any($1)
                union all select id from %1$I.held_observations where id = any($1) and removal is null', room) using ids;
        end if;
    end loop;
end $$;
comment on function taken_elsewhere is 'those of some ids that observations have which this session does not see, public or of private data sources';

-- What includes a name, as species filters have it (internal/surveillance/hierarchy.go), and what includes any of the alternatives of an undivided name or
-- a hybrid, which may be each of them.
create function slugs_above(taxon_key int) returns text[]
    language plpgsql stable set plan_cache_mode = force_generic_plan
as $$
declare
    above   text[] := '{}';
    waiting text[];
    seen    text[] := '{}';
    written text;
    spelled text;
    slugs   text[];
    taxon   taxa;
    words   text[];
    parts   text[];
    part    text;
begin
    select * into taxon from taxa t where t.key = slugs_above.taxon_key;
    waiting := array[taxon.scientific_name];
    while cardinality(waiting) > 0 loop
        written := waiting[1];
        waiting := waiting[2:];
        continue when written = '' or written = any(seen);
        seen := seen || written;
        spelled := trim(both '-' from regexp_replace(lower(written), '[][[:space:].,;:()/×&+''"?-]+', '-', 'g'));

        if written <> taxon.scientific_name or cardinality(seen) > 1 then
            select t.* into taxon from taxon_names n join taxa t on t.key = n.taxon_key
            where n.slug = spelled;
        end if;
        if taxon.key is null then
            slugs := array[spelled];
        else
            slugs := taxon.id || array(select n.slug::text from taxon_names n where n.taxon_key = taxon.key);
            waiting := waiting || taxon.scientific_name; -- of a synonym
            above := above || lower(taxon.genus);
        end if;
        above := above || slugs;

        waiting := waiting
            || array(select g.scientific_name from species_members m join taxa g on g.key = m.taxon_key where m.slug = any(slugs))
            -- Of a group that the catalog lacks one member is certain: the species that it is called after.
            || array(select g.scientific_name from taxa g
                     where g.id = any(array(select s || e from unnest(slugs) s, unnest(array['-complex', '-group', '-subgroup', '-s-l']) e))
                       and not exists (select from species_members m where m.taxon_key = g.key));

        -- Culex pipiens/restuans, Culex pipiens × Culex quinquefasciatus
        parts := regexp_split_to_array(written, '\s*[/×]\s*');
        words := regexp_split_to_array(regexp_replace(parts[1], '\s+(complex|group|subgroup|s\.l\.)$', ''), '\s+');
        if cardinality(parts) > 1 then
            foreach part in array parts loop
                waiting := waiting || part || array_to_string(words[:cardinality(words) - 1] || part, ' ') || (words[1] || ' ' || part);
            end loop;
            continue;
        end if;

        above := above || lower(words[1]);
        if lower(words[1]) in ('aedimorphus', 'ayurakitia', 'borichinda', 'bothaella', 'dahliana', 'diceromyia', 'downsiomyia', 'finlaya', 'fredwardsius',
            'georgecraigius', 'hulecoeteomyia', 'howardina', 'mucidus', 'neomelaniconion', 'ochlerotatus', 'scutomyia', 'stegomyia', 'tanakaius') then
            above := above || 'aedes'::text;
        end if;
        -- Aedes (Stegomyia) aegypti var. queenslandensis is Aedes aegypti queenslandensis, and part of Aedes aegypti. A group is no part of a species.
        words := regexp_split_to_array(regexp_replace(written, '\s+(\([^)]*\)|ssp\.|subsp\.|var\.|f\.|form)(?=\s|$)', '', 'g'), '\s+');
        waiting := waiting || array_to_string(words, ' ');
        if cardinality(words) > 2 and words[cardinality(words)] not in ('complex', 'group', 'subgroup', 's.l.') then
            waiting := waiting || (words[1] || ' ' || words[2]);
        end if;
    end loop;
    return above;
end $$;
comment on function slugs_above is 'slugs of what a taxon belongs to, or may belong to: itself, species, groups, genera';

create or replace function obscured_taxon(taxon_key int, wish double precision) returns double precision
    language plpgsql stable set plan_cache_mode = force_generic_plan
as $$
begin
    if taxon_key is null or not exists (select from obscured_taxa) then
        return wish;
    end if;
    return greatest(wish, (select max(o.degrees) from obscured_taxa o where o.taxon = any(slugs_above(obscured_taxon.taxon_key))));
end $$;

select draw_places() from (select from obscured_taxa limit 1) any_rule;
