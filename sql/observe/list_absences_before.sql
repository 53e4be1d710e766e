-- The page of absences before a position, oldest first: list_absences_after.sql with the indexes read backwards.
-- Caller: observe.store.absences
-- Index: absences_time; or that of the filter
select
-- include: fragment/absence_columns.sql
from (
    (select * from absences o
     where o.observed_at = any(array[@at::timestamptz]) and o.id < @id::uuid
       and
-- include: fragment/filter.sql
     order by o.observed_at, o.id desc
     limit @limit::bigint)
    union all
    (select * from absences o
     where o.observed_at > @at::timestamptz
       and
-- include: fragment/filter.sql
     order by o.observed_at, o.id desc
     limit @limit::bigint)
    order by observed_at, id desc
    limit @limit::bigint
) o
join taxa t on t.key = o.taxon_key
join data_sources d on d.key = o.data_source_key
order by o.observed_at, o.id desc
