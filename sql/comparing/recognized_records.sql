-- Gives the rows that recognize.sql found the ids of their records.
-- Caller: importing.fileImport.recognize
-- Index: none, temporary tables
with records as (
    update import_records r set id = k.id, change = case when k.same then 'same' else 'changed' end
    from import_recognized k
    where k.nth = r.nth
)
update import_rows r set id = k.id from import_recognized k where k.nth = r.nth
