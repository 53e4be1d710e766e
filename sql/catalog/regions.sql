-- The regions. catalog.store, 22 rows.
select id::text as id, m49 from regions order by id
