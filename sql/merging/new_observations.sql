-- Stores a batch of a file's records of which none is stored.
-- Caller: importing.fileImport.mergeRecords
-- include: fragment/stored_records.sql
where r.batch = @batch::int and not r.absent and r.change = 'new'
order by r.geom, r.observed_at
