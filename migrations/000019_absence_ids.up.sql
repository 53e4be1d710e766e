-- Imports look for the occurrenceID of a row under other data sources, among absences too.
create index absences_occurrence_id on absences using hash (occurrence_id) where occurrence_id is not null;
