-- Writes the statement that keeps writers from a table until the transaction ends, and lets readers go on.
-- Caller: partitioning.move.holdWriters
-- Index: none
select format('lock table public.%I in share row exclusive mode', @entity::text)
