-- The rows that are rejected after all rows were read.
-- Caller: transfer.importRun.read
create temporary table import_rejected (nth integer not null, reason text not null) on commit drop
