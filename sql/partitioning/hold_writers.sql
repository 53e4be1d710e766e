-- Writes the statements that keep writers from a table until the transaction ends, and let readers go on. Autovacuum gives way after a second, and is
-- waited for while writers go on.
-- Caller: partitioning.move.catchUpSome
-- Index: none
select statement from (values
    (1, $$set local lock_timeout = '5s'$$),
    (2, format('lock table public.%I in share update exclusive mode', @entity::text)),
    (3, $$set local lock_timeout = '500ms'$$),
    (4, format('lock table public.%I in share row exclusive mode', @entity::text))
) s (nth, statement)
order by nth
