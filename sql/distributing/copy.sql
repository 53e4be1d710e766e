-- Writes the statement that copies the rows of a table after an id, up to another one; null: from the first, to the last.
-- Caller: distributing.copyNext
select format('insert into distributed.%1$I select * from public.%1$I where %2$s and %3$s', @entity::text,
              case when @after::uuid is null then 'true' else format('id > %L', @after::uuid) end,
              case when @until::uuid is null then 'true' else format('id <= %L', @until::uuid) end)
