drop trigger observations_inserted on observations;
drop trigger observations_deleted on observations;
drop trigger observations_updated_from on observations;
drop trigger observations_updated_to on observations;
drop trigger observations_truncated on observations;
drop function log_changes, log_truncated;
drop table observation_epoch, observation_areas, observation_touches, observation_changes;
