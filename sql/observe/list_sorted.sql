-- A page of observations from an offset, by a column, null last, and newest first among equals. Names are joined to the page alone.
-- Caller: observe.store.page
-- Index: that of the filter; all that match are sorted, and the caller bounds them
select
-- include: fragment/observation_columns.sql
from (
    select o.*, k.number, k.word
    from observations o
    cross join lateral (select
        case @sort::text when 'count' then o.count::double precision when 'location_accuracy_m' then o.location_accuracy_m end as number,
        case @sort::text
            when 'species_scientific_name' then (select n.scientific_name from taxa n where n.key = o.taxon_key)
            when 'data_source' then (select s.id from data_sources s where s.key = o.data_source_key)
            when 'country_id' then o.country_id when 'region_id' then o.region_id::text when 'life_stage' then o.life_stage when 'sex' then o.sex
            when 'sampling_protocol' then o.sampling_protocol when 'status' then o.status::text
        end as word) k
    where (@user_id::text is null or o.user_id = @user_id::text)
      and
-- include: fragment/filter.sql
    order by
        case when not @descending::boolean then k.number end, case when @descending::boolean then k.number end desc nulls last,
        case when not @descending::boolean then k.word end, case when @descending::boolean then k.word end desc nulls last,
        o.observed_at desc, o.id
    limit @limit::bigint offset @offset::bigint
) o
join taxa t on t.key = o.taxon_key
left join data_sources d on d.key = o.data_source_key
order by
    case when not @descending::boolean then o.number end, case when @descending::boolean then o.number end desc nulls last,
    case when not @descending::boolean then o.word end, case when @descending::boolean then o.word end desc nulls last,
    o.observed_at desc, o.id
