-- The change log names transactions by ids of its cluster. A plain pg_dump takes the log along; in another cluster other transactions
-- have those ids. So the log belongs to one cluster, and in another one a new epoch begins. Nobody knows where the log of this
-- database began: it begins anew.
truncate observation_changes, observation_touches, observation_epoch;
alter table observation_epoch add cluster bigint not null default (pg_control_system()).system_identifier;
comment on column observation_epoch.cluster is 'system_identifier of the cluster whose transaction ids the log holds';
