comment on column alerts.closed_reason is 'why: record_removed, record_rejected, earlier_record, facts_changed, events_removed, pools_removed, site_reported or rule_changed';
drop trigger all_data_sources_leave_alerts on all_data_sources;
drop function forget_source;
drop trigger observations_leave_alerts on observations;
drop function forget_records;
drop index alerts_nearest;
drop index alerts_record;
