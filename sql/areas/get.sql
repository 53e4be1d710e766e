-- An area and its geometry. Asking for a drawn one uses it, which is noted once a day.
-- Caller: areas.store.get
with used as (
    update areas set used_at = now()
    where id = @id::text and set is null and used_at between now() - interval '30 days' and now() - interval '1 day'
)
select
-- include: fragment/area_columns.sql
       , ST_AsBinary(a.geom, 'NDR') as wkb
from areas a
where a.id = @id::text and (a.used_at >= now() - interval '30 days' or
-- include: fragment/area_kept.sql
      )
