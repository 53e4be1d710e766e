-- How many rows of the file are absences, new, changed and unchanged, how many are to complete, how many were stored already, and
-- how many batches they are.
-- Caller: importing.fileImport.compare
select count(*) filter (where absent) as absences,
       count(*) filter (where absent and change = 'same') as absences_unchanged,
       count(*) filter (where not absent and change = 'new') as inserted,
       count(*) filter (where not absent and change in ('changed', 'completed')) as updated,
       count(*) filter (where not absent and change = 'same') as unchanged,
       count(*) filter (where change = 'completed') as completed,
       count(*) filter (where change = 'new') as added,
       coalesce(max(batch) + 1, 0) as batches
from import_records
