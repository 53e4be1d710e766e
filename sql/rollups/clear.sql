-- Empties the rollups. Readers of earlier snapshots still see them, which a truncate would not let them.
-- Caller: rollups.Rollups.build
-- Index: none, the whole rollups
with rows as (
    delete from observation_rollups
)
delete from observation_rollup_kinds
