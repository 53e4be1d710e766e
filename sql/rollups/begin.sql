-- The row of the rollups' state, before they are first built.
-- Caller: rollups.Rollups.Fold
insert into observation_rollup_state default values on conflict do nothing
