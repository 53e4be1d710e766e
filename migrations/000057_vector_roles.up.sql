-- A link of a species and a disease says which part the species plays, and which work says so.

create type vector_role as enum ('primary', 'secondary', 'suspected', 'laboratory_only');
comment on type vector_role is 'part of a species in the transmission of a disease, the most important first; laboratory_only: no vector in nature';

create table catalog_references (
    id       slug primary key,
    citation text not null check (citation <> ''),
    url      text not null check (url <> '')
);
comment on table catalog_references is 'works that the catalog cites';
comment on column catalog_references.id is 'short key, such as sinka-2012';
comment on column catalog_references.citation is 'author, year, title, journal or publisher';
comment on column catalog_references.url is 'address of the work, by its DOI where it has one';

alter table disease_vectors
    add column role         vector_role,
    add column reference_id slug references catalog_references (id),
    add column unverified   boolean not null default true;
-- Links of an earlier catalog, until the program loads its own.
update disease_vectors v
set role = (case s.vector_status when 'High' then 'primary' when 'Moderate' then 'secondary' else 'suspected' end)::vector_role
from species s
where s.taxon_key = v.taxon_key;
alter table disease_vectors alter column role set not null;
comment on column disease_vectors.role is 'part of the species: primary, secondary, suspected or laboratory_only';
comment on column disease_vectors.reference_id is 'the work that says so; null in a link of an earlier catalog';
comment on column disease_vectors.unverified is 'true: nobody has compared the statement with the work';

create or replace view gis.species as
select t.id::text as id, t.scientific_name, n.name as common_name, t.genus, s.subgenus, s.subfamily, s.family, s.authorship,
       s.vector_status,
       (select string_agg(e.name, ', ' order by v.disease_id)
        from disease_vectors v
        join translations e on e.kind = 'disease' and e.lang = 'en' and e.id = v.disease_id
        where v.taxon_key = s.taxon_key and v.role <> 'laboratory_only') as diseases,
       (select string_agg(e.name, ', ' order by p.region_id)
        from species_regions p
        join translations e on e.kind = 'region' and e.lang = 'en' and e.id = p.region_id
        where p.taxon_key = s.taxon_key) as regions,
       coalesce(u.records, 0) as records, u.first_day, u.last_day, (select counted_at from gis_counted) as counted_at,
       (select string_agg(e.name, ', ' order by v.disease_id)
        from disease_vectors v
        join translations e on e.kind = 'disease' and e.lang = 'en' and e.id = v.disease_id
        where v.taxon_key = s.taxon_key and v.role = 'primary') as main_vector_of
from species s
join taxa t on t.key = s.taxon_key
left join translations n on n.kind = 'species' and n.lang = 'en' and n.id = t.id
left join (
    select taxon_key, sum(records)::bigint as records, min(first_day) as first_day, max(last_day) as last_day
    from observation_sums
    group by taxon_key
) u on u.taxon_key = s.taxon_key;
comment on column gis.species.diseases is 'English names of the diseases that it carries in nature, separated by commas; null for none';
comment on column gis.species.main_vector_of is 'English names of those that it is a main vector of; null for none';
