-- The page of absences after a position, newest first: the rest of the position's instant and what is older are two parts, so
-- that each starts at its place in an index. An equality with an array of one item keeps the rest of the instant in index order.
-- Caller: observe.store.absences
-- Index: absences_time; or that of the filter
select
-- include: fragment/absence_columns.sql
from (
    (select * from absences o
     where o.observed_at = any(array[@at::timestamptz]) and o.id > @id::uuid
       and
-- include: fragment/filter.sql
     order by o.observed_at desc, o.id
     limit @limit::bigint)
    union all
    (select * from absences o
     where o.observed_at < @at::timestamptz
       and
-- include: fragment/filter.sql
     order by o.observed_at desc, o.id
     limit @limit::bigint)
    order by observed_at desc, id
    limit @limit::bigint
) o
join taxa t on t.key = o.taxon_key
join data_sources d on d.key = o.data_source_key
order by o.observed_at desc, o.id
