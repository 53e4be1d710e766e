-- The note that came with a dump; '' without one.
-- Caller: backup.note.take
select coalesce(obj_description(to_regnamespace('skeeter_backup')::oid, 'pg_namespace'), '')
