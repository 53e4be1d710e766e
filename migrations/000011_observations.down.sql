drop table predictions, absences, observation_requests, observations, data_sources;
drop function mercator_y, mercator_x, months_mask;
