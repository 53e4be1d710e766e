-- Writes the query for the id that the next rows of a table end with; none where fewer are left.
-- Caller: distributing.copyNext
select format('select id from public.%I where %s order by id offset %s limit 1', @entity::text,
              case when @after::uuid is null then 'true' else format('id > %L', @after::uuid) end, @rows::int - 1)
