-- Tells the servers of this database how an import ended; inside a transaction, when that commits.
-- Caller: observe.tell
select pg_notify('skeeter_imports', @news::text)
