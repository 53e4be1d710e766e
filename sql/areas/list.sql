-- The areas of a set, or of all sets, that a search finds; those first whose name begins with it.
-- Caller: areas.store.list
select
-- include: fragment/area_columns.sql
from areas a
where
-- include: fragment/filter_areas.sql
order by @search::text is not null and position(@search::text in
-- include: fragment/area_words.sql
    ) > 1, a.set, a.id
limit nullif(@limit::int, 0) offset @offset::int
