-- What is obscured: data sources, then taxa.
-- Caller: obscuring.List
select id as source, null as taxon, obscured_degrees as degrees from all_data_sources where obscured_degrees is not null
union all
select null, taxon, degrees from obscured_taxa
order by source, taxon
