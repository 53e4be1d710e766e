-- The observations of a part of the table's pages as the index keeps them; the columns are those of changes.sql.
-- Caller: tileindex.readPart
-- Index: none, a scan of pages by ctid
select
-- include: fragment/index_columns.sql
       (utc_offset::int << 16) | (flags::int << 1) | (identification_qualifier is not null)::int as clock_and_flags,
       case when mercator_y = -2147483648 or mercator_y = 2147483647 then ST_Y(geom) end as latitude,
-- include: fragment/details_columns.sql
from observations o
where ctid >= @first::tid and ctid < @until::tid
