-- Takes the review from records of a batch of which the file says otherwise what was judged: it was of other content.
-- Caller: importing.fileImport.mergeRecords
-- Index: observations_pkey
update observations v set status = 'unverified'
from import_before b
join exact_observations o on o.id = b.id
where v.id = b.id and b.judged is not null and b.judged <>
-- include: fragment/judged_members.sql
