-- Withdraws the records of a data source. skeeter dataset remove, index observations_data_source.
delete from observations where data_source_key = @key
