-- Whether the records of a part lie in more than one and a half times the pages that they need. A page has 8,160 bytes for rows, and a row
-- takes 4 bytes beside its own. A few pages are shared with other parts.
-- Caller: optimizing.movePart
-- Index: observations_pkey
select count(distinct (o.tableoid, (o.ctid::text::point)[0])) > 1.5 * sum(pg_column_size(o.*) + 4) / 8160 + 4 as scattered
from parts p
join observations o on o.id = p.id
where p.part = @part::int
