-- An alert names its record, with its place, and the nearest earlier one. It says nothing that left the public: what leaves it, withdrawn, waiting
-- for a review, removed or private from now on, leaves the alerts in the same transaction.

create index alerts_record on alerts ((facts ->> 'record_id')) where facts ->> 'record_id' is not null;
comment on index alerts_record is 'the alerts about a record';
create index alerts_nearest on alerts ((facts #>> '{nearest_earlier,record_id}')) where facts #>> '{nearest_earlier,record_id}' is not null;
comment on index alerts_nearest is 'the alerts that name a record as the nearest earlier one';

create function forget_records() returns trigger language plpgsql as $$
begin
    delete from alerts a using changed c where a.facts ->> 'record_id' = c.id::text;
    update alerts a
    set title = regexp_replace(a.title, '; the nearest is .*$', ''), facts = jsonb_set(a.facts, '{nearest_earlier}', 'null'), updated_at = clock_timestamp()
    from changed c
    where a.facts #>> '{nearest_earlier,record_id}' = c.id::text;
    return null;
end $$;
comment on function forget_records is 'deletes the alerts about records that leave the public, and takes them out of others';
-- Not enabled always: a transaction that moves rows to other pages deletes and stores them anew.
create trigger observations_leave_alerts after delete on observations referencing old table as changed for each statement execute function forget_records();

create function forget_source() returns trigger language plpgsql as $$
begin
    delete from alerts where facts ->> 'data_source' = new.id;
    return null;
end $$;
comment on function forget_source is 'deletes the alerts about records, pools and sites of a data source that becomes private';
create trigger all_data_sources_leave_alerts after update of private on all_data_sources
    for each row when (new.private and not old.private) execute function forget_source();

comment on column alerts.closed_reason is 'why: record_rejected, earlier_record, facts_changed, events_removed, pools_removed, site_reported or rule_changed';

-- The next evaluation forgets what left the public before.
delete from alert_evaluation;
