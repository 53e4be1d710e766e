-- The data sources of the records that match, with a last row of nulls if some have none. Each becomes an archive of its own, which
-- cites it.
-- Caller: transfer.exportSources
-- Index: that of the filter, else a scan
select d.key, d.id, d.dataset_id, d.name, d.licence, d.citation, d.url
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
) found
left join data_sources d on d.key = found.data_source_key
order by d.id nulls last
