-- A set of synthetic records. skeeter demo takes its place or removes it, the first real import removes the demonstration set.
select key from data_sources where id = @id and synthetic
