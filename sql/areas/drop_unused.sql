-- Removes drawn areas that nobody used for 30 days, and the least recently used ones beyond a number, but for those that rules of alerts
-- use. What another transaction removes is left to it.
-- Caller: areas.store.add
with free as (
    select a.id, a.used_at from areas a
    where not
-- include: fragment/area_kept.sql
)
delete from areas
where id in (
    select id from (
        (select id from free order by used_at desc, id desc offset @keep::int)
        union
        (select id from free where used_at < now() - interval '30 days')
    ) unused
)
