-- Lets Citus commit on workers what it has committed on the coordinator.
-- Caller: distributing.openToReaders
select recover_prepared_transactions()
