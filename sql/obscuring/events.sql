-- Finds anew which sampling events have a record that its species or its reporter obscures.
-- Caller: obscuring.Taxon
-- Index: none, a scan
with asked as materialized (
    select r.data_source_key, r.event_id, max(obscured_taxon(r.taxon_key, r.wish)) as degrees
    from (
        select distinct data_source_key, event_id, taxon_key, obscured_degrees as wish from observations
        union
        select data_source_key, event_id, taxon_key, null from absences
        union
        select data_source_key, event_id, taxon_key, null from pools
    ) r
    where r.event_id is not null and r.data_source_key is not null
    group by r.data_source_key, r.event_id
), gone as (
    delete from obscured_events e
    where not exists (select from asked a where a.data_source_key = e.data_source_key and a.event_id = e.event_id and a.degrees is not null)
)
insert into obscured_events (data_source_key, event_id, degrees)
select data_source_key, event_id, degrees from asked where degrees is not null
on conflict (data_source_key, event_id) do update set degrees = excluded.degrees
