-- Writes the statements that drop the distributed tables.
-- Caller: distributing.drop
select statement from (values
    (1, 'delete from public.distribution'),
    (2, 'drop schema if exists distributed cascade')
) s (nth, statement)
order by nth
