-- Areas by id, without geometry where they have more vertices together than there is room for. Drawn ones that nobody used for 30 days are
-- gone, unless a rule of alerts uses them; using one is noted once a day.
-- Caller: postgres.readAreas
with used as (
    update areas set used_at = now()
    where id = any(@ids::text[]) and set is null and used_at between now() - interval '30 days' and now() - interval '1 day'
)
select a.id, case when sum(a.vertices) over () <= @room::int then ST_AsBinary(a.geom, 'NDR') end as wkb
from areas a
where a.id = any(@ids::text[]) and (a.used_at >= now() - interval '30 days' or
-- include: fragment/area_kept.sql
      )
order by a.id
