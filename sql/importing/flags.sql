-- How many rows have each quality flag.
-- Caller: transfer.importRun.compare
select f.name as flag, count(*) as rows
from import_records r, unnest(flag_names(r.flags)) f (name)
where r.flags <> 0
group by f.name
order by count(*) desc, f.name
