    -- The columns of one observation o as observe.record reads them; t is its taxon, d its data source.
    t.id as species_id, t.scientific_name as species_scientific_name, d.id as data_source,
-- include: fragment/record_columns.sql
