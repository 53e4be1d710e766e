-- Whether data sources have records or absences.
-- Caller: importing.fileImport.compare
-- Index: observations_data_source, absences_data_source
select exists (select from observations where data_source_key = any(@keys::int[]))
    or exists (select from absences where data_source_key = any(@keys::int[]))
