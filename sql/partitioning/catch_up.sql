-- Writes the statements that bring so many changed rows of the new table up to date. Rows that change meanwhile are noted again. Notes go in the order of
-- the index changed_rows_id, which remembers those that are gone: a scan without an order reads all of them each time.
-- Caller: partitioning.move.copyChanged
with columns as (
    select string_agg(quote_ident(a.attname), ', ' order by a.attnum) as names
    from pg_attribute a
    where a.attrelid = to_regclass('public.' || @entity::text) and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
)
select statement from columns cross join lateral (values
    (1, format('create temporary table changed_batch on commit drop as with gone as (delete from partitioning.changed_rows where entity = %L and ctid = any(array('
               'select ctid from partitioning.changed_rows where entity = %1$L order by id limit %s)) returning id) select distinct id from gone', @entity::text, @rows::int)),
    (2, format('delete from partitioning.%I o using changed_batch b where o.id = b.id', @entity::text)),
    (3, format('insert into partitioning.%I (%s) select %2$s from public.%1$I o where o.id in (select id from changed_batch)', @entity::text, columns.names)),
    (4, 'drop table changed_batch')
) s (nth, statement)
order by nth
