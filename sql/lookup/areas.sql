-- Areas by id, without geometry where they have more vertices together than there is room for. Drawn ones that nobody used for 30 days are
-- gone; using one is noted once a day.
-- Caller: postgres.readAreas
with used as (
    update areas set used_at = now()
    where id = any(@ids::text[]) and set is null and used_at between now() - interval '30 days' and now() - interval '1 day'
)
select id, case when sum(vertices) over () <= @room::int then ST_AsBinary(geom, 'NDR') end as wkb
from areas
where id = any(@ids::text[]) and (set is not null or used_at >= now() - interval '30 days')
order by id
