-- Deletes diseases that left the catalog.
-- Caller: catalog.load
delete from diseases where id not in (select id from jsonb_to_recordset(@diseases::jsonb) d (id text))
