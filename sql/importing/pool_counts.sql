-- How many pools of the file are new, changed and unchanged, and how many batches they are.
-- Caller: importing.fileImport.comparePools
select count(*) filter (where change = 'new') as inserted,
       count(*) filter (where change = 'changed') as updated,
       count(*) filter (where change = 'same') as unchanged,
       coalesce(max(batch) + 1, 0) as batches
from import_pools
