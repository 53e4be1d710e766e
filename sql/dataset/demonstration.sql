-- The set that serve put into an empty database. The first real import removes it.
select key from data_sources where id = @id and synthetic
