-- How far the tables are copied.
-- Caller: distributing.copyAll
-- Index: none, four rows
select entity, until, rows, done from distributed.copies order by entity
