-- Writes the statement that keeps readers and writers from a table until the transaction ends.
-- Caller: partitioning.move.swap
select format('lock table public.%I in access exclusive mode', @entity::text)
