-- The session goes on without the parts.
-- Caller: optimizing.Records
drop table if exists parts
