-- Groups leave the catalog; the names of those that records have stay.
drop table species_members;
delete from disease_vectors where taxon_key in (select taxon_key from species where rank <> 'species');
delete from species_regions where taxon_key in (select taxon_key from species where rank <> 'species');
update taxa set in_catalog = false where key in (select taxon_key from species where rank <> 'species');
delete from species where rank <> 'species';
alter table species drop column rank;
delete from catalog_version;
