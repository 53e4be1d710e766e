-- Where the collection sites reads. query.Query puts the columns before it, the conditions, order and limit behind. Indexes of
-- the materialized view.
from sites p
