-- An import takes an event with a rejected row for incomplete. It takes that back when a later file gives no reason for it, and leaves what a
-- file or a person said.
alter table sampling_events add column assumed_incomplete boolean not null default false;
comment on column sampling_events.assumed_incomplete is 'true: complete is false because an import concluded it; no file and no person says so';
