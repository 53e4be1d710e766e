-- What the stored records of a batch say that the file changes, and what was judged of those that are verified.
-- Caller: importing.fileImport.mergeRecords
-- Index: observations_pkey
create temporary table import_before on commit drop as
select o.id,
-- include: fragment/noted_members.sql
    as said, case when o.status = 'verified' then (select
-- include: fragment/judged_members.sql
    from exact_observations o where o.id = r.id) end as judged
from import_records r
join observations o on o.id = r.id
join taxa t on t.key = o.taxon_key
left join data_sources d on d.key = o.data_source_key
where r.batch = @batch::int and not r.absent and r.change in ('changed', 'completed')
