-- Which catalog is loaded now.
-- Caller: catalog.load
insert into catalog_version (hash) values (@hash)
on conflict (only_row) do update set hash = excluded.hash
