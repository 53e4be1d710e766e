-- What pools were tested for, as the newest of them writes it, 200 names at most. Each step finds the next name in the index.
-- Caller: catalog.store.pathogens
-- Index: pools_pathogen
with recursive names (folded) as (
    (select lower(pathogen) from pools order by 1 limit 1)
    union all
    select (select lower(p.pathogen) from pools p where lower(p.pathogen) > n.folded order by 1 limit 1) from names n where n.folded is not null
)
select first.pathogen
from (select folded from names where folded is not null limit 200) n
cross join lateral (select p.pathogen from pools p where lower(p.pathogen) = n.folded order by p.ended_at desc limit 1) first
order by n.folded
