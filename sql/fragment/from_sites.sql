-- What the collection sites is read from. The columns go before it; conditions, order and limit go after it.
-- Caller: collection.source.sites
-- Index: sites_last_day; or that of the conditions
from sites p
