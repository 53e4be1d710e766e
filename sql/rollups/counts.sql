-- As geo/cells.sql, from the rollups.
-- Caller: counting.Counter.bySQL
-- Index: observation_rollups_pkey, observation_changes_xid
select taxon_key, country_id, data_source_key, records, specimens,
       date '1600-01-01' + (earliest >> 32)::int as first, date '1600-01-01' + (earliest & 4294967295)::int as first_until,
       date '1600-01-01' + (latest >> 32)::int as last, date '1600-01-01' + (latest & 4294967295)::int as last_from, exact
from (
    select o.taxon_key, o.country_id, o.data_source_key, sum(o.records)::bigint as records, sum(o.specimens)::bigint as specimens,
           min(o.earliest) as earliest, max(o.latest) as latest,
-- include: fragment/rollup_days.sql
-- include: fragment/rollup.sql
    where
-- include: fragment/filter_rollup.sql
    group by 1, 2, 3
    having sum(o.records) > 0
) sums
order by 1, 2, 3
