alter table sampling_events drop column assumed_incomplete;
