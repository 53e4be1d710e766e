-- Rows without an id are known by their content and their ordinal among equal rows: the first keeps the id of the content,
-- the others get one made of it and the ordinal.
-- Caller: importing.fileImport.makeIDsUnique
with equal as (
    select ctid, md5(id::text || ' ' || row_number() over (partition by id order by nth))::uuid as id,
           row_number() over (partition by id order by nth) as ordinal
    from import_rows
    where known_by_content
      and id in (select id from import_rows where known_by_content group by id having count(*) > 1)
)
update import_rows r set id = equal.id from equal where r.ctid = equal.ctid and equal.ordinal > 1
