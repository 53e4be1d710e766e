-- What the collection observations is read from. The columns go before it; conditions, order and limit go after it.
-- Caller: collection.source.observations
-- Index: observations_time; or that of the conditions
from observations o
