-- What was removed is lost, and so is the history.
drop table identifications, held_absences, held_events, held_pools;
delete from held_observations where removal is not null;
alter table held_observations drop column removal;
create unique index held_observations_id on held_observations (id);
comment on index held_observations_id is 'single records that are not public';
alter table held_observations drop constraint held_observations_publication_check;
alter table held_observations add constraint held_observations_publication_check check (publication in ('pending', 'withdrawn'));
comment on column held_observations.publication is 'pending: waits for a review; withdrawn';
drop table removals;
drop view gis.history;
drop table history;
drop function redact_history, keep_history;
