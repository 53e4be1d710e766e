-- Which catalog is loaded, '' for none.
-- Caller: catalog.Load
select coalesce((select hash from catalog_version), '')
