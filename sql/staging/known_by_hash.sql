-- The rows without an id of their own that are stored under another id than today's: the ids of earlier versions had no key, those of another
-- server have another one. The hash of the row says which record it is; equal rows are told apart by their order. "limit" makes PostgreSQL look
-- for each id by index.
-- Caller: importing.fileImport.makeIDsUnique
-- Index: observations_pkey, absences_pkey, observations_data_source, absences_data_source
with unknown as (
    select r.nth, s.key, r.source_hash, row_number() over (partition by s.key, r.source_hash order by r.nth) as ordinal
    from import_rows r
    join import_sources s on s.source = r.source
    left join lateral (select true as stored from observations where id = r.id limit 1) o on true
    left join lateral (select true as stored from absences where id = r.id limit 1) a on true
    where r.known_by_content and o.stored is null and a.stored is null
), stored as (
    select o.id, o.data_source_key, o.source_hash, row_number() over (partition by o.data_source_key, o.source_hash order by o.id) as ordinal
    from (
        select id, data_source_key, source_hash, occurrence_id from observations where data_source_key = any(@keys::int[])
        union all
        select id, data_source_key, source_hash, occurrence_id from absences where data_source_key = any(@keys::int[])
        union all
        select id, data_source_key, source_hash, occurrence_id from held_observations where data_source_key = any(@keys::int[])
        union all
        select id, data_source_key, source_hash, occurrence_id from held_absences where data_source_key = any(@keys::int[])
    ) o
    where o.occurrence_id is null and (o.data_source_key, o.source_hash) in (select key, source_hash from unknown)
      and not exists (select from import_rows r where r.id = o.id)
)
update import_rows r
set id = s.id
from unknown u
join stored s on s.data_source_key = u.key and s.source_hash = u.source_hash and s.ordinal = u.ordinal
where r.nth = u.nth
