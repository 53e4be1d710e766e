-- Deletes the absences of a data source.
-- Caller: datasets.removeByKey
-- Index: absences_data_source
delete from absences where data_source_key = @key
