-- Removes kinds of which no record is left. Those without traits have others with traits beside them.
-- Caller: rollups.dropEmpty
-- Index: observation_rollups_pkey
with used as (
    select distinct k.* from observation_rollup_kinds k join observation_rollups r on r.kind = k.key where r.grain = @traits::smallint
)
delete from observation_rollup_kinds k
where not exists (select from used u where u.key = k.key)
  and not ((k.life_stage, k.sex, k.sampling_protocol, k.flags, k.uncertain) = ('', '', '', 0, false) and exists (
      select from used u where (u.country_id, u.region_id, u.data_source_key, u.status) = (k.country_id, k.region_id, k.data_source_key, k.status)
  ))
