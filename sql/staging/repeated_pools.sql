-- Takes out the pools that an earlier row of the file has, and rejects their rows where they are nothing else. of_records counts those of
-- the other rows, whose records stay.
-- Caller: importing.fileImport.settlePools
-- Index: none, a temporary table
with repeated as (
    delete from import_pool_rows
    where nth in (
        select nth from (
            select nth, row_number() over (partition by id order by nth) as ordinal
            from import_pool_rows
            where id in (select id from import_pool_rows group by id having count(*) > 1)
        ) numbered
        where ordinal > 1
    )
    returning nth, line, alone
), rejected as (
    insert into import_rejected (nth, reason)
    select nth, 'the file repeats this pool, pathogen and method (ids that begin again, each year or laboratory, are made of several columns: --map pool=YEAR+SAMPLE)' from repeated where alone
)
select count(*) as of_records, coalesce(min(line), 0) as line from repeated where not alone
