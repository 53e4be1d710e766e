-- Makes pools alone of the rows that state the catch of a pool again for another pathogen: the rows of one pool state one catch. How many they
-- are, and the first of them. @of_pool are the columns of the metadata that the fields of the pool tell.
-- Caller: importing.fileImport.settlePools
-- Index: none, temporary tables
with catches as (
    select p.nth, row_number() over (
        partition by r.source, p.pool_id, r.event_id, r.slug, r.name, r.sex, r.life_stage, r.count, r.geom, r.observed_at, r.observed_until
        order by p.nth
    ) as ordinal
    from import_pool_rows p
    join import_rows r on r.nth = p.nth
    where not p.alone and not r.absent
), repeated as (
    delete from import_rows r using catches c where c.nth = r.nth and c.ordinal > 1 returning r.nth, r.line, r.notes, r.metadata
), alone as (
    update import_pool_rows p set alone = true, remarks = r.notes, metadata = r.metadata - @of_pool::text[]
    from repeated r
    where r.nth = p.nth
)
select count(*) as rows, coalesce(min(line), 0) as line from repeated
