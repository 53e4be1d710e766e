-- What the collection events is read from. The columns go before it; conditions, order and limit go after it.
-- Caller: collection.source.events
-- Index: sampling_events_time; or that of the conditions
from sampling_events o
