-- What the stored records of a batch say that the file changes.
-- Caller: importing.fileImport.mergeRecords
-- Index: observations_pkey
create temporary table import_before on commit drop as
select o.id,
-- include: fragment/noted_members.sql
    as said
from import_records r
join observations o on o.id = r.id
join taxa t on t.key = o.taxon_key
left join data_sources d on d.key = o.data_source_key
where r.batch = @batch::int and not r.absent and r.change in ('changed', 'completed')
