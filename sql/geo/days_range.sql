-- The first and the last day of the observations, in days since 1970-01-01; null without any. Used until the tile index is loaded.
-- Caller: counting.Counter.Days
-- Index: none, the whole table
select min(first_day) - date '1970-01-01' as first, max(last_day) - date '1970-01-01' as last
from observations
