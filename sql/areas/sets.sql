-- The sets and how many areas they have.
-- Caller: areas.Sets
select set, count(*) as areas, sum(vertices)::bigint as vertices, max(created_at) as created_at
from areas
where set is not null
group by set
order by set
