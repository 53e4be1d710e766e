drop table absences, observation_requests, observations;
drop function months_mask;
