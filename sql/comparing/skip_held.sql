-- Leaves out the rows of records that are held back from the public: they neither come back with the file nor change with it.
-- Caller: importing.fileImport.skipHeld
-- Index: held_observations_id
with skipped as (
    delete from import_rows r using held_observations h where h.id = r.id and h.removal is null returning r.id
)
insert into import_skipped (id) select id from skipped
