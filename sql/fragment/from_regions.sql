-- What the collection regions is read from: the outlines of schema gis, and sums from memory, a row each. The columns go before
-- it; conditions, order and limit go after it.
-- Caller: collection.source.regions
from region_shapes c
left join unnest($1::text[], $2::bigint[], $3::bigint[], $4::int[], $5::date[], $6::date[])
    as s (id, records, specimens, species_count, first_day, last_day) on s.id = c.region_id
