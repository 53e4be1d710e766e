alter table observations enable trigger observations_inserted;
alter table observations enable trigger observations_deleted;
alter table observations enable trigger observations_updated_from;
alter table observations enable trigger observations_updated_to;
alter table observations enable trigger observations_truncated;
