drop index absences_occurrence_id;
