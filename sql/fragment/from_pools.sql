-- What the collection pools is read from. The columns go before it; conditions, order and limit go after it.
-- Caller: collection.source.pools
-- Index: pools_time; or that of the conditions
from pools o
