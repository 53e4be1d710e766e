-- Where the collection traps reads. ogc.store puts the columns before it, the conditions, order and limit behind. Indexes of
-- the materialized view.
from traps p
