-- The works that the catalog cites.
-- Caller: catalog.load
insert into catalog_references (id, citation, url)
select id, citation, url from jsonb_to_recordset(@references::jsonb) r (id text, citation text, url text)
