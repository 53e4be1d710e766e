-- Builds the indexes anew, beside readers and writers.
-- Caller: optimizing.finish
-- Index: none
reindex table concurrently observations
