-- How many rows are noted that changed. A row that changed twice counts twice.
-- Caller: partitioning.move.noted
-- Index: changed_rows_id
select count(*) as noted from partitioning.changed_rows where entity = @entity::text
