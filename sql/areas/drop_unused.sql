-- Removes drawn areas that nobody used for 30 days, and the least recently used ones beyond a number. What another transaction removes is
-- left to it.
-- Caller: areas.store.add
delete from areas
where id in (
    select id from (
        (select id from areas where set is null order by used_at desc, id desc offset @keep::int)
        union
        (select id from areas where set is null and used_at < now() - interval '30 days')
    ) unused
)
