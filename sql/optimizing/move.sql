-- Writes the statement that stores the records of a part anew, side by side, with all of their columns.
-- Caller: optimizing.movePart
-- Index: observations_pkey
select format('with moved as (delete from observations o using parts p where p.part = %s and o.id = p.id returning o.*) '
              'insert into observations (%s) select %2$s from moved order by geom, observed_at, id', @part::int, string_agg(quote_ident(attname), ', '))
from pg_attribute
where attrelid = 'observations'::regclass and attnum > 0 and not attisdropped and attgenerated = ''
