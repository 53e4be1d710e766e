drop index observations_time;
create index observations_time on observations (observed_at desc);
