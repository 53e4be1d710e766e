-- The data sources of the records, sampling events and pools that match, with a last row of nulls for records that have none. Each becomes
-- an archive of its own, which cites it; of_event says whether it has sampling events, of_pool whether it has pools that match.
-- Caller: exporting.exportSources
-- Index: that of the filter, else a scan; sampling_events_event
select d.key, d.id, d.dataset_id, d.name, d.licence, d.citation, d.url,
       exists (select from sampling_events e where e.data_source_key = d.key) as of_event,
       found.of_pool
from (
    select data_source_key, bool_or(of_pool) as of_pool
    from (
        select o.data_source_key, false as of_pool
        from observations o
        where
-- include: fragment/filter.sql
        group by o.data_source_key
        union all
        select o.data_source_key, false
        from absences o
        where @absences::boolean and
-- include: fragment/filter.sql
        group by o.data_source_key
        union all
        select o.data_source_key, false
        from sampling_events o
        where @events::boolean
          and
-- include: fragment/filter_sampling.sql
        group by o.data_source_key
        union all
        select o.data_source_key, true
        from pools o
        where
-- include: fragment/filter_pool.sql
        group by o.data_source_key
    ) rows
    group by data_source_key
) found
left join data_sources d on d.key = found.data_source_key
order by d.id nulls last
