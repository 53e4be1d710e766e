-- Where the collection observations reads. ogc.store puts the columns before it, the conditions, order and limit behind.
-- Index observations_time or that of the conditions.
from observations o
