-- The first rows of the file as the records that they make.
-- Caller: importing.fileImport.preview
-- Index: data_sources_pkey
select r.line, case when r.absent then 'absence' when r.change = 'new' then 'inserted' when r.change = 'same' then 'unchanged' else 'updated' end as outcome,
       coalesce(d.name, '') as data_source, t.scientific_name, coalesce(r.verbatim_scientific_name, '') as verbatim_scientific_name,
       coalesce(r.identification_qualifier, '') as identification_qualifier,
       case when r.absent then 0 else r.count end as count, ST_Y(r.geom) as lat, ST_X(r.geom) as lon, coalesce(r.country_id, '') as country_id,
       r.observed_at, r.utc_offset, r.date_precision, r.observed_until, coalesce(r.life_stage, '') as life_stage, coalesce(r.sex, '') as sex,
       coalesce(r.occurrence_id, '') as occurrence_id, flag_names(r.flags) as flags
from import_records r
join taxa t on t.key = r.taxon_key
left join data_sources d on d.key = r.data_source_key
order by r.nth
limit @rows::int
