-- Pools of a pathogen, with what an alert of infection needs. An inconclusive test says nothing. Pools of females, and of mosquitoes whose
-- sex is not known, count; those of a month or a year have no week.
-- Caller: kinds.round.pools
-- Index: pools_pathogen
select o.id, o.pool_id, o.data_source_key, o.taxon_key, o.last_day - date '1970-01-01' as day, ST_X(o.geom) as lon, ST_Y(o.geom) as lat,
       o.size::int as size, o.result = 'positive' as positive
from pools o
where lower(o.pathogen) = @pathogen::text and o.result <> 'inconclusive' and o.date_precision not in ('month', 'year')
  and (o.sex is null or lower(o.sex) in ('female', 'females', 'f'))
  and (@taxa::int[] is null or o.taxon_key = any(@taxa::int[]))
order by o.last_day, o.id
