-- Where the collection regions reads: the outlines that gis keeps, sums from memory, a row each. query.Query puts the columns
-- before it, the conditions, order and limit behind.
from region_shapes c
left join unnest($1::text[], $2::bigint[], $3::bigint[], $4::int[], $5::date[], $6::date[])
    as s (id, records, specimens, species_count, first_day, last_day) on s.id = c.region_id
