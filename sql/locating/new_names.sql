-- The accepted name of every new taxon.
-- Caller: importing.fileImport.locate
-- Index: taxon_names_one_accepted
insert into taxon_names (slug, name, taxon_key, accepted)
select t.id, t.scientific_name, t.key, true
from taxa t
where not exists (select from taxon_names n where n.taxon_key = t.key and n.accepted)
on conflict do nothing
