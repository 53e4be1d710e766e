-- Takes out the rows whose id an earlier row of the file has.
-- Caller: transfer.importRun.makeIDsUnique
delete from import_rows
where line in (
    select line from (
        select line, row_number() over (partition by id order by line) as ordinal
        from import_rows
        where id in (select id from import_rows group by id having count(*) > 1)
    ) numbered
    where ordinal > 1
)
returning line
