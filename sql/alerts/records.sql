-- What became of records.
-- Caller: kinds.round.whyRecordsGo
-- Index: observations_pkey
select id, status, taxon_key from observations where id = any(@ids::uuid[]) order by id
