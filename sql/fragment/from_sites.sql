-- What the collection sites is read from. The columns go before it; conditions, order and limit go after it.
-- Caller: collection.source.sites
-- Index: sites_id; or that of the order or the conditions
from sites p
