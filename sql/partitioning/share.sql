-- Writes the statements that keep the files of a table as they are until the transaction ends.
-- Caller: partitioning.move.copyPages
-- Index: none
select format('lock table public.%I in access share mode', @entity::text)
