-- What the collection traps is read from. The columns go before it; conditions, order and limit go after it.
-- Caller: ogc.OGC.traps
-- Index: traps_last_day; or that of the conditions
from traps p
