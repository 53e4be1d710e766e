-- A data source by its id or name. skeeter dataset remove, export --dataset.
select key, id, name, synthetic from data_sources where id = @id or name = @name
