-- The kinds that are new.
-- Caller: rollups.merge
insert into observation_rollup_kinds (country_id, region_id, data_source_key, status, life_stage, sex, sampling_protocol, flags, uncertain)
select distinct country_id, region_id, data_source_key, status, life_stage, sex, sampling_protocol, flags, uncertain
from rollup_deltas
where grain in (@months::smallint, @traits::smallint)
except
select country_id, region_id, data_source_key, status, life_stage, sex, sampling_protocol, flags, uncertain
from observation_rollup_kinds
