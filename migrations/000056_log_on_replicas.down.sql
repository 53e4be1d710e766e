drop function begin_log;
drop function log_snapshot;
drop function log_epoch;
do $$
declare
    name text;
begin
    foreach name in array array['observation_changes', 'observation_touches', 'observation_areas', 'observation_epoch', 'event_changes', 'pool_changes', 'index_snapshots'] loop
        execute format('alter table %I set unlogged', name);
    end loop;
end $$;
alter table observation_epoch drop column run;
drop function current_run cascade; -- with the defaults of private data sources, whose tables are made anew
drop table log_run;
