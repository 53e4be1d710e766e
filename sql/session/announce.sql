-- Notifies the servers of this database that observations or sampling events changed. A notification that a crash loses is one that no
-- session hears, so its commit does not wait for the disk.
-- Caller: postgres.NewAnnouncer
select set_config('synchronous_commit', 'off', true), pg_notify('skeeter_observations', '')
