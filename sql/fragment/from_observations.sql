-- Where the collection observations reads. query.Query puts the columns before it, the conditions, order and limit behind.
-- Index observations_time or that of the conditions.
from observations o
