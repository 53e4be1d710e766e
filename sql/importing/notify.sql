-- Notifies the servers of this database of an import; inside a transaction, at commit. Nobody is told of one into a private data source.
-- Caller: importing.notify
-- Index: none
select pg_notify('skeeter_imports', @notice::text) where private_here() is null
