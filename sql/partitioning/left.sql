-- Whether rows are noted that changed.
-- Caller: partitioning.move.catchUp
select exists (select from partitioning.changed_rows where entity = @entity::text) as some
