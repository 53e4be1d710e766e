-- Whether the database holds any record.
-- Caller: demo.Demonstrate
-- Index: none, the first row of a table
select exists (select from observations) or exists (select from absences) or exists (select from data_sources)
