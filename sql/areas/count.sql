-- The number of areas of a set, or of all sets, that a search finds.
-- Caller: areas.count
select count(*)
from areas a
where
-- include: fragment/filter_areas.sql
