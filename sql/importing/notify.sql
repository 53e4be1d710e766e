-- Notifies the servers of this database of an import; inside a transaction, at commit. transfer.Importer
select pg_notify('skeeter_imports', @notice::text)
