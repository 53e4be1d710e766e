-- Forgets a removal that was undone.
-- Caller: datasets.restore
delete from removals where id = @removal::uuid
