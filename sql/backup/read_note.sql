-- The note that came with a dump; '' without one. backup.takeNote
select coalesce(obj_description(to_regnamespace('skeeter_backup')::oid, 'pg_namespace'), '')
