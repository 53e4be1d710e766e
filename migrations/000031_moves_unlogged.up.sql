-- A transaction that moves rows to other pages, and changes none of them, sets skeeter.moves to 'on': the change log does not hear of it.
drop trigger observations_inserted on observations;
create trigger observations_inserted after insert on observations
    referencing new table as changed for each statement
    when (coalesce(current_setting('skeeter.moves', true), '') <> 'on') execute function log_changes('true');
alter table observations enable always trigger observations_inserted;
drop trigger observations_deleted on observations;
create trigger observations_deleted after delete on observations
    referencing old table as changed for each statement
    when (coalesce(current_setting('skeeter.moves', true), '') <> 'on') execute function log_changes('false');
alter table observations enable always trigger observations_deleted;
