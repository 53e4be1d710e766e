-- Forgets a data source whose records are gone. skeeter dataset remove.
delete from data_sources where key = @key
