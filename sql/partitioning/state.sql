-- Whether a table is partitioned, whether it is to be, and how many of its pages were copied, of how many; null where nothing is under way.
-- Caller: partitioning.stateOf
-- Index: none
select @entity::text as entity, c.relkind = 'p' as partitioned, m.partitioned as becomes, sum(p.page)::bigint as page, sum(p.pages)::bigint as pages
from pg_class c
left join partitioning.moves m on m.entity = @entity::text
left join partitioning.parts p on p.entity = m.entity
where c.oid = to_regclass('public.' || @entity::text)
group by c.relkind, m.partitioned
