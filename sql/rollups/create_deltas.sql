-- What is about to be added to the rollups, with the days of records that went.
-- Caller: rollups.merge
create temporary table rollup_deltas (
    grain smallint, x bigint, y bigint, taxon_key integer, first_month date, last_month date,
    country_id text, region_id text, data_source_key integer, status text, life_stage text, sex text, sampling_protocol text, flags smallint, uncertain boolean,
    records bigint, specimens bigint, sum_x bigint, sum_y bigint, earliest bigint, latest bigint, gone_earliest bigint, gone_latest bigint
) on commit drop
