-- The planner knows nothing of a new temporary table.
-- Caller: optimizing.divide
analyze parts
