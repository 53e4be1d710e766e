-- Imports that have checked their foreign keys set-wise store rows with session_replication_role = replica, in which PostgreSQL runs no
-- check of its own. The change log is written in that role, too.
alter table observations enable always trigger observations_inserted;
alter table observations enable always trigger observations_deleted;
alter table observations enable always trigger observations_updated_from;
alter table observations enable always trigger observations_updated_to;
alter table observations enable always trigger observations_truncated;
