-- Writes the statements that keep readers and writers from a table until the transaction ends. Autovacuum keeps both tables locked for as long as
-- it works, and gives way after a second: it is waited for while requests go on.
-- Caller: partitioning.move.swap
-- Index: none
select statement from (values
    (1, $$set local lock_timeout = '5s'$$),
    (2, format('lock table public.%I, partitioning.%1$I in share update exclusive mode', @entity::text)),
    (3, $$set local lock_timeout = '500ms'$$),
    (4, format('lock table public.%I in access exclusive mode', @entity::text))
) s (nth, statement)
order by nth
