-- The rows o of a grain, and the changes that are not folded yet, which count as rows of one record: those that went with a minus. @base is 32
-- without the level of the grain's cells.
from (
    select r.x::bigint as x, r.y::bigint as y, r.taxon_key, r.first_month, r.last_month, k.country_id, k.region_id, k.data_source_key, k.status,
           k.life_stage, k.sex, k.sampling_protocol, k.flags, k.uncertain, r.records, r.specimens, r.sum_x, r.sum_y, r.earliest, r.latest,
           null::bigint as gone_earliest, null::bigint as gone_latest
    from observation_rollups r
    join observation_rollup_kinds k on k.key = r.kind
    where r.grain = @grain::smallint
    union all
    select c.x >> @base::int, c.y >> @base::int, c.taxon_key, c.first_month, c.last_month, c.country_id, c.region_id, c.data_source_key, c.status,
           c.life_stage, c.sex, c.sampling_protocol, c.flags, c.uncertain, c.sign, c.sign * c.specimens,
           c.sign * (c.x & ((1::bigint << @base::int) - 1)), c.sign * (c.y & ((1::bigint << @base::int) - 1)),
           case when c.sign > 0 then c.earliest end, case when c.sign > 0 then c.latest end,
           case when c.sign < 0 then c.earliest end, case when c.sign < 0 then c.latest end
    from (
        select
-- include: fragment/rollup_columns.sql
               uncertain, case when added then 1 else -1 end as sign
        from observation_changes
        where
-- include: fragment/unfolded.sql
    ) c
) o
