-- Whether more rows than these are noted that changed.
-- Caller: partitioning.move.left
select exists (select from partitioning.changed_rows where entity = @entity::text offset @rows::int) as some
