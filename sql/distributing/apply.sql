-- Writes the statements that bring rows of a distributed table to where this transaction sees those of the public one.
-- Caller: distributing.apply
select statement from (values
    (1, format('delete from distributed.%I where id = any(%L::uuid[])', @entity::text, @ids::uuid[])),
    (2, format('insert into distributed.%1$I select * from public.%1$I where id = any(%2$L::uuid[])', @entity::text, @ids::uuid[]))
) s (nth, statement)
order by nth
