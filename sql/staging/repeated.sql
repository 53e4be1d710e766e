-- Takes out the rows whose id an earlier row of the file has.
-- Caller: importing.fileImport.makeIDsUnique
with repeated as (
    delete from import_rows
    where nth in (
        select nth from (
            select nth, row_number() over (partition by id order by nth) as ordinal
            from import_rows
            where id in (select id from import_rows group by id having count(*) > 1)
        ) numbered
        where ordinal > 1
    )
    returning nth
)
insert into import_rejected (nth, reason)
select nth, 'the file repeats this id' from repeated
