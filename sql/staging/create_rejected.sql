-- The rows that are rejected after all rows were read.
-- Caller: importing.fileImport.read
create temporary table import_rejected (nth integer not null, reason text not null) on commit drop
