-- Notes that the rollups hold everything that this transaction sees.
-- Caller: rollups.Rollups.build, rollups.fold
update observation_rollup_state
set folded = pg_current_snapshot(), folded_at = now(), epoch = log_epoch(), schema = (select version from schema_migrations)
