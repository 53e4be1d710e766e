-- How many rows have each quality flag. Few combinations of flags occur.
-- Caller: importing.fileImport.compare
select f.name as flag, sum(found.rows)::bigint as rows
from (select flags, count(*) as rows from import_records where flags <> 0 group by flags) found, unnest(flag_names(found.flags)) f (name)
group by f.name
order by rows desc, f.name
