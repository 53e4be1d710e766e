-- A restored database has no statistics.
analyze
