-- The id of the test of a pool that is stored; no row for none. It may be the one without the method, from before methods were told apart.
-- Caller: pools.draft.findStored
-- Index: pools_test
select p.id
from data_sources d
join pools p on p.data_source_key = d.key
where d.id = @source::text and p.pool_id = @pool_id::text and p.pathogen = @pathogen::text and p.method is not distinct from @method::text
