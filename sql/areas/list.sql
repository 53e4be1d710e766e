-- The areas of a set, or of all sets.
-- Caller: areas.store.list
select
-- include: fragment/area_columns.sql
from areas a
where a.set is not null and (@set::text is null or a.set = @set::text)
order by a.set, a.id
limit nullif(@limit::int, 0) offset @offset::int
