-- Writes the statements that check the rows of a partition for its foreign keys, beside readers and writers.
-- Caller: partitioning.move.check
-- Index: none
with unchecked as (
    select string_agg(format('validate constraint %I', conname), ', ' order by conname) as steps
    from pg_constraint where conrelid = to_regclass(@part::text) and contype = 'f' and not convalidated
)
select statement from unchecked cross join lateral (values
    (1, $$set local lock_timeout = '5s'$$), -- autovacuum gives way to who waits for more than a second
    (2, format('alter table %s %s', @part::text, steps))
) s (nth, statement)
where steps is not null
order by nth
