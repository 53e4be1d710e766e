-- Deletes species that left the catalog; their names stay with their records.
-- Caller: catalog.load
with gone as (
    update taxa set in_catalog = false
    where in_catalog and id not in (select id from jsonb_to_recordset(@species::jsonb) s (id text))
    returning key
)
delete from species where taxon_key in (select key from gone)
