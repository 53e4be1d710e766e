-- The data sources of the records and sampling events that match, with a last row of nulls for records that have none. Each becomes an
-- archive of its own, which cites it; of_event says whether it has sampling events.
-- Caller: transfer.exportSources
-- Index: that of the filter, else a scan; sampling_events_event
select d.key, d.id, d.dataset_id, d.name, d.licence, d.citation, d.url,
       exists (select from sampling_events e where e.data_source_key = d.key) as of_event
from (
    select o.data_source_key
    from observations o
    where
-- include: fragment/filter.sql
    group by o.data_source_key
    union
    select o.data_source_key
    from absences o
    where @absences::boolean and
-- include: fragment/filter.sql
    group by o.data_source_key
    union
    select o.data_source_key
    from sampling_events o
    where @events::boolean
      and (@start_at::timestamptz is null or o.ended_at >= @start_at::timestamptz)
      and (@end_at::timestamptz is null or o.ended_at < @end_at::timestamptz)
-- include: fragment/filter_event.sql
    group by o.data_source_key
) found
left join data_sources d on d.key = found.data_source_key
order by d.id nulls last
