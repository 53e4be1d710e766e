-- Deletes names that only deleted records had.
-- Caller: datasets.RemoveUnusedNames
-- Index: observations_taxon, held_observations_taxon, absences_taxon, held_absences_taxon, held_pools_taxon, pools_taxon
delete from taxa t
where not in_catalog
  and not exists (select from observations o where o.taxon_key = t.key)
  and not exists (select from held_observations h where h.taxon_key = t.key)
  and not exists (select from absences a where a.taxon_key = t.key)
  and not exists (select from held_absences h where h.taxon_key = t.key)
  and not exists (select from held_pools h where h.taxon_key = t.key)
  and not exists (select from pools p where p.taxon_key = t.key)
  and key not in (select taxa_elsewhere())
