drop view gis.species;
create view gis.species as
select t.id::text as id, t.scientific_name, n.name as common_name, t.genus, s.subgenus, s.subfamily, s.family, s.authorship,
       s.vector_status,
       (select string_agg(e.name, ', ' order by v.disease_id)
        from disease_vectors v
        join translations e on e.kind = 'disease' and e.lang = 'en' and e.id = v.disease_id
        where v.taxon_key = s.taxon_key) as diseases,
       (select string_agg(e.name, ', ' order by p.region_id)
        from species_regions p
        join translations e on e.kind = 'region' and e.lang = 'en' and e.id = p.region_id
        where p.taxon_key = s.taxon_key) as regions,
       coalesce(u.records, 0) as records, u.first_day, u.last_day, (select counted_at from gis_counted) as counted_at
from species s
join taxa t on t.key = s.taxon_key
left join translations n on n.kind = 'species' and n.lang = 'en' and n.id = t.id
left join (
    select taxon_key, sum(records)::bigint as records, min(first_day) as first_day, max(last_day) as last_day
    from observation_sums
    group by taxon_key
) u on u.taxon_key = s.taxon_key;

comment on view gis.species is 'the catalog, without geometry: join it by species_id';
comment on column gis.species.id is 'the scientific name in lower case with hyphens; the key';
comment on column gis.species.scientific_name is 'accepted name';
comment on column gis.species.common_name is 'English';
comment on column gis.species.genus is 'of the scientific name';
comment on column gis.species.subgenus is 'without the genus; null when there is none';
comment on column gis.species.subfamily is 'of the family Culicidae';
comment on column gis.species.family is 'Culicidae';
comment on column gis.species.authorship is 'who named it, and when';
comment on column gis.species.vector_status is 'High, Moderate, Low, None or Unknown';
comment on column gis.species.diseases is 'that it carries, English, comma-separated';
comment on column gis.species.regions is 'where it lives, English, comma-separated';
comment on column gis.species.records is 'of the species, as of counted_at';
comment on column gis.species.first_day is 'of its records';
comment on column gis.species.last_day is 'of its records';
comment on column gis.species.counted_at is 'when the observations were counted';

alter table disease_vectors drop column role, drop column reference_id, drop column unverified;
drop table catalog_references;
drop type vector_role;
