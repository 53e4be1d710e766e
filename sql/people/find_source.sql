-- The data sources with an id or a name, in any case, the most exact first: the id, the name as it is written, the name in another case.
-- Caller: people.sourceID
-- Index: none, a scan of a small table
select id, case when id = lower(@name) then 0 when name = @name then 1 else 2 end as exact
from all_data_sources where id = lower(@name) or lower(name) = lower(@name) order by exact, id
