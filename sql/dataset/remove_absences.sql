-- Withdraws the absences of a data source. skeeter dataset remove, index absences_data_source.
delete from absences where data_source_key = @key
