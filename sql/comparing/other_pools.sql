-- How many pools of the file change the event, the days or the species of the stored pool whose id they have, and the first of them.
-- Caller: importing.fileImport.noteOtherPools
-- Index: pools_pkey
select count(*) as rows, coalesce(min(r.line), 0) as line, coalesce((array_agg(r.pool_id order by r.nth))[1], '') as pool_id
from import_pools r
join pools o on o.id = r.id
where r.change = 'changed'
  and (o.event_id <> r.event_id or (o.started_at, o.ended_at) is distinct from (r.started_at, r.ended_at) or o.taxon_key <> r.taxon_key)
