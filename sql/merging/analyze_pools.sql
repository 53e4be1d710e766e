-- The planner takes a data source that its statistics do not know for empty, and would compare the next file with its pools one by one.
-- Caller: importing.fileImport.mergePools
analyze pools
