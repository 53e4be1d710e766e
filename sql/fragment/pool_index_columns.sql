       -- What the copy in memory keeps of a pool e, as eventindex.reader reads it, after deciding_tests.sql.
-- include: fragment/sampling_index_columns.sql
       e.id, e.taxon_key, lower(e.pathogen) as pathogen, lower(e.sex) as sex, lower(e.life_stage) as life_stage, e.result, e.size,
       e.identification_qualifier is not null as uncertain, again.retested, coalesce(deciding.disagreed, false) as disagreed
