-- How many pools of the file were tested before their collection began, and the first of them.
-- Caller: importing.fileImport.noteEarlyTests
select line, pool_id, tested_on, local_day(coalesce(started_at, ended_at), utc_offset) as first_day, count(*) over () as pools
from import_pools
where tested_on < local_day(coalesce(started_at, ended_at), utc_offset)
order by nth
limit 1
