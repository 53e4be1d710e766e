-- What the collection counts is read from: rows that were counted already. The columns go before it; conditions, order and limit go after it.
-- Caller: collection.source.countBy
-- Index: none; they are arguments
from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::bigint[]) o (id, first, second, third, records, specimens)
