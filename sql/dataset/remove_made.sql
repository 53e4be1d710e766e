-- Deletes the synthetic records of a data source: those that the transaction made which made the data source. Others carry it by a
-- client's word.
-- Caller: datasets.removeSynthetic
-- Index: observations_data_source
delete from observations o
using data_sources d
where d.key = @key and o.data_source_key = d.key and o.created_at = d.imported_at
