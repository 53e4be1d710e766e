-- Statistics of records that were made or removed in bulk.
-- Caller: transfer.analyzeObservations
analyze observations, sampling_events, pools
