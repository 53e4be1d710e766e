-- Forgets predictions whose pictures are gone. predict/uploads.
delete from predictions where id = any(@ids::uuid[])
