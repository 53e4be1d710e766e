-- Up to where the rollups hold what this transaction sees, as a pg_snapshot; empty where they do not: none are built, or they are of another
-- epoch of the change log or of another version of the schema.
-- Caller: rollups.Folded
select coalesce((
    select folded::text from observation_rollup_state
    where epoch = log_epoch() and epoch <> '' and schema = (select version from schema_migrations)
), '') as folded
