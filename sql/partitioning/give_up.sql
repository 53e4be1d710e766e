-- Writes the statements that end a move of rows which is not to be finished: the table stays as it is.
-- Caller: partitioning.move.giveUp
-- Index: none
select statement from (values
    (1, format('drop trigger if exists rows_noted on public.%I', @entity::text)),
    (2, format('drop table if exists partitioning.%I cascade', @entity::text)),
    (3, format('delete from partitioning.changed_rows where entity = %L', @entity::text)),
    (4, format('delete from partitioning.moves where entity = %L', @entity::text))
) s (nth, statement)
order by nth
