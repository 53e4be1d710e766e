-- Frees the pages that the records left, for those that come.
-- Caller: optimizing.finish
-- Index: none, a scan
vacuum (analyze) observations
