-- Statistics of records that were made or removed in bulk.
-- Caller: observe.analyzeObservations
analyze observations
