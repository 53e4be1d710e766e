-- What is loaded of the catalog, "" for nothing. catalog.Load
select coalesce((select hash from catalog_version), '')
