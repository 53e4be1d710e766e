-- A page of absences from an offset, newest first. Names are joined to the page alone.
-- Caller: observe.store.absences
-- Index: absences_time; or that of the filter
select
-- include: fragment/absence_columns.sql
from (
    select * from absences o
    where
-- include: fragment/filter.sql
    order by o.observed_at desc, o.id
    limit @limit::bigint offset @offset::bigint
) o
join taxa t on t.key = o.taxon_key
join data_sources d on d.key = o.data_source_key
order by o.observed_at desc, o.id
