-- The regions, 22 rows.
-- Caller: catalog.store.regions
select id::text as id, m49 from regions order by id
