-- Sums of what matches by taxon, country and data source. Used until the tile index is loaded. The days of a record are one number, the first before the
-- last or the other way round, counted from a day before all records: its least and greatest are aggregated on each node of a cluster.
-- Caller: counting.Counter.bySQL
-- Index: that of the filter
select taxon_key, country_id, data_source_key, records, specimens,
       date '1600-01-01' + (first >> 32)::int as first, date '1600-01-01' + (first & 4294967295)::int as first_until,
       date '1600-01-01' + (last >> 32)::int as last, date '1600-01-01' + (last & 4294967295)::int as last_from, true as exact
from (
    select o.taxon_key, coalesce(o.country_id, '') as country_id, coalesce(o.data_source_key, 0) as data_source_key,
           count(*) as records, sum(o.count)::bigint as specimens,
           min((o.first_day - date '1600-01-01')::bigint << 32 | (o.last_day - date '1600-01-01')) as first,
           max((o.last_day - date '1600-01-01')::bigint << 32 | (o.first_day - date '1600-01-01')) as last
    from observations o
    where
-- include: fragment/filter.sql
    group by 1, 2, 3
) cells
order by 1, 2, 3
