-- Diseases that left the catalog. catalog.Load
delete from diseases where id not in (select id from jsonb_to_recordset(@diseases::jsonb) d (id text))
