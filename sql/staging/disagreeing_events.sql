-- How many sampling events rows state differently, how many rows, and the first of them: where it says what otherwise than a row before. A
-- blank states nothing, and an effort that is derived is not stated.
-- Caller: importing.fileImport.mergeStated
-- Index: none, a temporary table
with said as (
    select r.id, r.nth, r.line, r.event_id, c.place, c.name, c.value,
           first_value(c.value) over (partition by r.id, c.name order by r.nth) as first
    from import_event_rows r
    cross join lateral (values
        (1, 'place', ST_AsText(r.geom)),
        (2, 'date', concat_ws('/', to_char(r.started_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI'),
                              to_char(r.ended_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI'))),
        (3, 'protocol', r.sampling_protocol), (4, 'site', r.site_id), (5, 'lure', r.lure), (6, 'traps', r.traps::text),
        (7, 'nights', r.nights::text),
        (8, 'effort', case when r.effort_source <> 'derived' then r.effort || ' ' || r.effort_unit end), (9, 'remarks', r.remarks)
    ) c(place, name, value)
    where c.value is not null and r.id in (select id from import_event_rows group by id having count(*) > 1)
), otherwise as (
    select * from said where value <> first
)
select (select count(distinct id) from otherwise) as events, (select count(distinct nth) from otherwise) as rows, line, event_id, name, first, value
from otherwise
order by nth, place
limit 1
