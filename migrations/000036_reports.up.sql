-- A picture is public while the record that cited it first cites it and is not rejected. Records that cite it later do not bring it back.
alter table predictions add column cited_by uuid;
comment on column predictions.cited_by is 'id of the observation that cited it first, at cited_at; null for none, or one that is unknown';
update predictions p set cited_by = (
    select o.id from observations o where o.prediction_id = p.id and o.created_at <= p.cited_at order by o.created_at, o.id limit 1
) where cited_at is not null;

-- Texts that are no names became names of everybody's lists. Their records stay: they keep the text as their verbatim name, and are of the taxon
-- that has all such records. What only the program can tell from a name stays, and is in no list.
create temporary table no_names on commit drop as
select key, scientific_name from taxa
where not in_catalog and (scientific_name ~ '[]<>@#$%^*={}[|\\;:!~_"]' or scientific_name ~ '^[^[:alpha:]]' or scientific_name ~ '^[a-z]');
insert into taxa (id, scientific_name, genus)
select 'incertae-sedis', 'incertae sedis', 'incertae' where exists (select from no_names)
on conflict do nothing;
insert into taxon_names (slug, name, taxon_key, accepted)
select id, scientific_name, key, true from taxa where id = 'incertae-sedis'
on conflict do nothing;
delete from no_names where key = (select key from taxa where id = 'incertae-sedis');
update observations o set taxon_key = t.key, verbatim_scientific_name = coalesce(o.verbatim_scientific_name, n.scientific_name), updated_at = now()
from no_names n, taxa t where o.taxon_key = n.key and t.id = 'incertae-sedis';
update absences o set taxon_key = t.key, verbatim_scientific_name = coalesce(o.verbatim_scientific_name, n.scientific_name), updated_at = now()
from no_names n, taxa t where o.taxon_key = n.key and t.id = 'incertae-sedis';
update pools o set taxon_key = t.key, verbatim_scientific_name = coalesce(o.verbatim_scientific_name, n.scientific_name), updated_at = now()
from no_names n, taxa t where o.taxon_key = n.key and t.id = 'incertae-sedis';
delete from taxa where key in (select key from no_names);
