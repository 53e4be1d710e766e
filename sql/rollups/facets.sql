-- As geo/facets.sql, from the rollups.
-- Caller: counting.Counter.bySQL
-- Index: observation_rollups_pkey, observation_changes_xid
select grouping(o.life_stage, o.sex, o.sampling_protocol, o.status, o.region_id, o.flags, o.uncertain) as grouping,
       coalesce(o.life_stage, o.sex, o.sampling_protocol, o.status, o.region_id, case o.uncertain when true then 'uncertain' when false then 'certain' end, '') as value,
       coalesce(o.flags, 0) as flags, sum(o.records)::bigint as records
-- include: fragment/rollup.sql
where
-- include: fragment/filter_rollup.sql
group by grouping sets ((o.life_stage), (o.sex), (o.sampling_protocol), (o.status), (o.region_id), (o.flags), (o.uncertain))
having sum(o.records) > 0
