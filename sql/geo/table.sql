-- Records and specimens by what a table asks for: names, days, traits, places. What it does not ask for is 0 or empty. Used until the tile
-- index is loaded.
-- Caller: counting.Counter.Table
-- Index: that of the filter
select case when @taxa_asked::boolean then o.taxon_key else 0 end as taxon_key,
       case when @days_asked::boolean then o.first_day - date '1970-01-01' else 0 end as first,
       case when @days_asked::boolean then o.last_day - date '1970-01-01' else 0 end as last,
       case when @traits_asked::boolean then coalesce(o.country_id, '') else '' end as country_id,
       case when @traits_asked::boolean then coalesce(o.region_id, '') else '' end as region_id,
       case when @traits_asked::boolean then coalesce(o.data_source_key, 0) else 0 end as data_source_key,
       case when @traits_asked::boolean then coalesce(lower(o.life_stage), '') else '' end as life_stage,
       case when @traits_asked::boolean then coalesce(lower(o.sex), '') else '' end as sex,
       case when @traits_asked::boolean then coalesce(lower(o.sampling_protocol), '') else '' end as sampling_protocol,
       case when @places_asked::boolean then ST_X(o.geom) else 0 end as lon,
       case when @places_asked::boolean then ST_Y(o.geom) else 0 end as lat,
       count(*) as records, sum(o.count)::bigint as specimens
from observations o
where
-- include: fragment/filter.sql
group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
order by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
