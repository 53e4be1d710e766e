-- The statements that leave a note for the dump: a comment on a schema that holds nothing.
-- Caller: backup.note.leave
select 'drop schema if exists skeeter_backup cascade'
union all
select 'create schema skeeter_backup'
union all
select format('comment on schema skeeter_backup is %L', @note::text)
