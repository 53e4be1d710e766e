-- How many rows have the id of a stored record, and in how many of them place, date and name are all of another record.
-- Caller: importing.fileImport.checkIDs
-- Index: observations_pkey, absences_pkey
select count(*) as shared,
       count(*) filter (where not coalesce(o.geom, a.geom) = r.geom and coalesce(o.observed_at, a.observed_at) <> r.observed_at
           and coalesce(o.taxon_key, a.taxon_key) <> r.taxon_key) as other
from import_records r
left join observations o on o.id = r.id and not r.absent
left join absences a on a.id = r.id and r.absent
where r.change <> 'new'
