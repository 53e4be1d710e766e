-- Writes the statements that copy the next pages of a table to the new one, with all of its columns. Rows that changed since the copy began come
-- later (catch_up.sql). No statement: all pages are copied.
-- Caller: partitioning.move.copyPages
with next as (
    select p.*, least(p.page + @pages::bigint, p.pages) as until
    from partitioning.parts p where p.entity = @entity::text and p.page < p.pages
    order by p.part
    limit 1
), columns as (
    select string_agg(quote_ident(a.attname), ', ' order by a.attnum) as names
    from pg_attribute a
    where a.attrelid = to_regclass('public.' || @entity::text) and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
)
select statement from next cross join columns cross join lateral (values
    (1, format('insert into partitioning.%I (%s) select %2$s from %s o where o.ctid >= %L and o.ctid < %L '
               'and not exists (select from partitioning.changed_rows c where c.entity = %1$L and c.id = o.id)',
               next.entity, columns.names, next.part, format('(%s,0)', next.page), format('(%s,0)', next.until))),
    (2, format('update partitioning.parts set page = %s where entity = %L and part = %L', next.until, next.entity, next.part))
) s (nth, statement)
order by nth
