-- The records of rows that are left out because another data source has their occurrenceID.
-- Caller: importing.fileImport.read
create temporary table import_skipped (id uuid not null) on commit drop
