drop view gis.sampling_events;
drop index sampling_events_targets;
