-- A restored database has no statistics.
-- Caller: backup.Target.fill
analyze
