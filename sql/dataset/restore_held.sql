-- Brings back the observations of a removal that were not public. Those whose id was stored anew stay away.
-- Caller: datasets.restore
-- Index: held_observations_removal, held_observations_id, observations_pkey
update held_observations h set removal = null
where h.removal = @removal::uuid and h.publication <> 'removed'
  and not exists (select from held_observations o where o.id = h.id and o.removal is null)
  and not exists (select from observations o where o.id = h.id)
