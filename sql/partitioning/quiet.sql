-- Writes the statements that keep autovacuum from a table in these schemas, where it is there, until the transaction ends. Autovacuum keeps a table
-- locked for as long as it works, and gives way to who waits for more than a second: it is waited for, while requests go on.
-- Caller: partitioning.move.quiet
-- Index: none
select statement from (
    select 1 as nth, $$set local lock_timeout = '5s'$$ as statement
    union all
    select 2, format('lock table %s in share update exclusive mode', string_agg(format('%I.%I', schema, @entity::text), ', ' order by schema))
    from unnest(@schemas::text[]) schema where to_regclass(format('%I.%I', schema, @entity::text)) is not null
    union all
    select 3, $$set local lock_timeout = '500ms'$$
) s
order by nth
