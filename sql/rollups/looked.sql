-- Notes that somebody looks after the rollups.
-- Caller: rollups.Rollups.inTransaction
update observation_rollup_state set folded_at = now()
