drop view gis.sampling_events;
drop table event_requests;
drop index sampling_events_targets;
