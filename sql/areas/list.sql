-- The areas of a set, or of all sets, that a search finds.
-- Caller: areas.store.list
select
-- include: fragment/area_columns.sql
from areas a
where
-- include: fragment/filter_areas.sql
order by a.set, a.id
limit nullif(@limit::int, 0) offset @offset::int
