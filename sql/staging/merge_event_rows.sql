-- Makes one row of those that state the same sampling event. Place and date are those of the first row; of the other columns, each counts
-- from the first row that states it. What was looked for is what any row names; a problem, and that the catch is not complete, are said by
-- any row. Traps and nights from different rows make an effort as those of one row do.
-- Caller: importing.fileImport.mergeStated
-- Index: none, a temporary table
with several as (
    select id from import_event_rows group by id having count(*) > 1
), stated as (
    delete from import_event_rows r using several s where r.id = s.id returning r.*
), first_rows as (
    select distinct on (id) * from stated order by id, nth
), efforts as (
    select distinct on (id) id, effort, effort_unit, effort_source, coalesce(traps, 1) as traps
    from stated
    where effort is not null
    order by id, array_position(array['stated', 'sampling_effort', 'derived'], effort_source), nth
), merged as (
    select id,
           md5(string_agg(source_hash::text, ' ' order by nth))::uuid as source_hash,
           (array_agg(site_id order by nth) filter (where site_id is not null))[1] as site_id,
           (array_agg(stated_country order by nth) filter (where stated_country is not null))[1] as stated_country,
           (array_agg(sampling_protocol order by nth) filter (where sampling_protocol is not null))[1] as sampling_protocol,
           (array_agg(lure order by nth) filter (where lure is not null))[1] as lure,
           (array_agg(traps order by nth) filter (where traps is not null))[1] as traps,
           (array_agg(nights order by nth) filter (where nights is not null))[1] as nights,
           (array_agg(remarks order by nth) filter (where remarks is not null))[1] as remarks,
           bool_or(no_effort) as no_effort, bool_or(problem) as problem, bool_and(complete) as complete,
           bool_or(assumed) and not bool_or(complete is false and not assumed) as assumed, bool_or(partial) as partial
    from stated
    group by id
)
insert into import_event_rows (nth, line, alone, source, id, source_hash, event_id, site_id, geom, accuracy_m, stated_country, started_at, ended_at,
    utc_offset, date_precision, sampling_protocol, lure, traps, nights, effort, effort_unit, effort_source, no_effort, problem, target_taxa, complete,
    assumed, remarks, metadata, partial)
select f.nth, f.line, f.alone, f.source, f.id, m.source_hash, f.event_id, m.site_id, f.geom, f.accuracy_m, m.stated_country, f.started_at, f.ended_at,
       f.utc_offset, f.date_precision, m.sampling_protocol, m.lure, m.traps, m.nights, w.effort,
       case when w.effort is not null then w.effort_unit end, case when w.effort is not null then w.effort_source end, m.no_effort, m.problem,
       array(
           select target from (
               select target, min(array[s.nth, n]) as place from stated s, unnest(s.target_taxa) with ordinality t(target, n)
               where s.id = f.id group by target
           ) targets order by place limit 500
       ),
       m.complete, m.assumed, m.remarks,
       -- The last value of a key counts, so the first row comes last.
       coalesce((select jsonb_object_agg(key, value order by s.nth desc) from stated s, jsonb_each(s.metadata) where s.id = f.id), '{}'), m.partial
from first_rows f
join merged m on m.id = f.id
left join efforts e on e.id = f.id
cross join lateral (
    select case when m.traps * m.nights >= 1e-6 then m.traps * m.nights end as effort, 'trap_night' as effort_unit, 'stated' as effort_source
    where m.traps is not null and m.nights is not null
    union all
    select case when e.effort_source <> 'derived' then e.effort when not m.no_effort then e.effort / e.traps * coalesce(m.traps, e.traps) end,
           e.effort_unit, e.effort_source
    where m.traps is null or m.nights is null
) w
