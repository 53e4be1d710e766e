-- Notes that the rows of a table are copied up to an id; null: all are.
-- Caller: distributing.copyNext
update distributed.copies set until = @until::uuid, done = @until::uuid is null, rows = rows + @rows::bigint where entity = @entity::text
