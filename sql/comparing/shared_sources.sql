-- The data sources that share occurrenceIDs with the file, with the number of rows.
-- Caller: importing.fileImport.findShared
-- Index: data_sources_pkey
select coalesce(d.name, '') as name, count(*) as rows
from import_shared i
left join data_sources d on d.key = i.key
group by d.key, d.name
order by count(*) desc, d.key
