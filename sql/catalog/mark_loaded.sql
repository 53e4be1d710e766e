-- Which catalog is loaded now. catalog.Load
insert into catalog_version (hash) values (@hash)
on conflict (only_row) do update set hash = excluded.hash
