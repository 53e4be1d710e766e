-- Whether the database holds any record. skeeter serve, before it makes the demonstration set.
select exists (select from observations) or exists (select from absences) or exists (select from data_sources)
