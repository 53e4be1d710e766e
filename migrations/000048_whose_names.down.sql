create or replace function obscured_taxon(taxon_key int, wish double precision) returns double precision
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
drop function slugs_above;
drop function taken_elsewhere;
delete from obscured_events e
where not exists (
    select from (
        select data_source_key, event_id, taxon_key, obscured_degrees as wish from observations
        union all
        select data_source_key, event_id, taxon_key, null from absences
        union all
        select data_source_key, event_id, taxon_key, null from pools
    ) r
    where r.data_source_key = e.data_source_key and r.event_id = e.event_id and obscured_taxon(r.taxon_key, r.wish) is not null);
select draw_places() from (select from exact_places limit 1) any_place;
