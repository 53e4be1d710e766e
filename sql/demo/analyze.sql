-- Statistics of records that were made or removed in bulk.
-- Caller: demo.analyzeObservations
analyze observations, sampling_events, pools
