-- The removals that can be undone, the newest first.
-- Caller: datasets.Removals
-- Index: held_observations_removal, held_absences_pkey, held_events_pkey, held_pools_pkey
select r.id, r.removed_at, r.data_source,
       (select count(*) from held_observations h where h.removal = r.id) as observations,
       (select count(*) from held_absences h where h.removal = r.id) as absences,
       (select count(*) from held_events h where h.removal = r.id) as events,
       (select count(*) from held_pools h where h.removal = r.id) as pools
from removals r
order by r.removed_at desc, r.id
