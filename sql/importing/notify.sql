-- Notifies the servers of this database of an import; inside a transaction, at commit.
-- Caller: importing.notify
-- Index: none
select pg_notify('skeeter_imports', @notice::text)
