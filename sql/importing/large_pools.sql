-- How many pools of the file are larger than the catch of their sampling event, by the file and by what is stored, and the first of them. A
-- pool of an event without any record or absence is none of these: its catch is not told.
-- Caller: importing.fileImport.noteLargePools
-- Index: observations_data_source, absences_data_source
with catch as (
    select data_source_key, event_id, sum(count) as specimens
    from (
        select r.id, r.data_source_key, r.event_id, case when r.absent then 0 else r.count end as count
        from import_records r
        where r.status <> 'rejected' and r.event_id is not null
        union all
        select a.id, a.data_source_key, a.event_id, 0
        from absences a
        where a.data_source_key = any(@keys::int[]) and a.event_id is not null
        union all
        select o.id, o.data_source_key, o.event_id, o.count
        from observations o
        where o.data_source_key = any(@keys::int[]) and o.status <> 'rejected' and o.event_id is not null
          and not exists (select from import_records r where r.id = o.id)
    ) records
    group by data_source_key, event_id
)
select p.line, p.pool_id, p.size, c.specimens::bigint as specimens, count(*) over () as pools
from import_pools p
join catch c on c.data_source_key = p.data_source_key and c.event_id = p.event_id
where p.size > c.specimens
order by p.nth
limit 1
