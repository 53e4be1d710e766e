-- The data sources of the records and sampling events that match, with a last row of nulls for records that have none. Each becomes an
-- archive of its own, which cites it; of_event says whether it has events.
-- Caller: transfer.exportSources
-- Index: that of the filter, else a scan
with records as (
    select o.data_source_key, o.event_id
    from observations o
    where
-- include: fragment/filter.sql
    group by o.data_source_key, o.event_id
    union
    select o.data_source_key, o.event_id
    from absences o
    where @absences::boolean and
-- include: fragment/filter.sql
    group by o.data_source_key, o.event_id
), found as (
    select r.data_source_key, e.id is not null as of_event
    from records r
    left join sampling_events e on e.data_source_key = r.data_source_key and e.event_id = r.event_id
    union
    select o.data_source_key, true
    from sampling_events o
    where @events::boolean
      and (@start_at::timestamptz is null or o.ended_at >= @start_at::timestamptz)
      and (@end_at::timestamptz is null or o.ended_at < @end_at::timestamptz)
-- include: fragment/filter_event.sql
)
select d.key, d.id, d.dataset_id, d.name, d.licence, d.citation, d.url, bool_or(found.of_event) as of_event
from found
left join data_sources d on d.key = found.data_source_key
group by d.key, d.id, d.dataset_id, d.name, d.licence, d.citation, d.url
order by d.id nulls last
