       -- What the copy in memory keeps of a sampling event e, as eventindex.reader reads it.
-- include: fragment/sampling_index_columns.sql
       e.id, e.site_id, array_to_string(e.target_taxa, E'\n') as target, e.problem, e.complete, e.effort, e.effort_unit,
       -- The nights that the effort was derived from are known.
       case when e.nights is null and e.effort_source = 'derived' then round(e.effort / coalesce(e.traps, 1)) else e.nights end as nights
