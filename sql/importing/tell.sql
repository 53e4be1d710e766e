-- Tells the servers of this database what became of an import; inside a transaction, when that commits. observe.Importer
select pg_notify('skeeter_imports', @news::text)
