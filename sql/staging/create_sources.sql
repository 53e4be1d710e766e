-- The data sources of the file's rows by their number in the file; key is 0 for one that is not stored yet, and
-- null for rows without one.
-- Caller: importing.fileImport.read
create temporary table import_sources (source smallint not null, key integer) on commit drop
