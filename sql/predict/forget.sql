-- Forgets predictions whose pictures are gone. predict/gallery.
delete from predictions where id = any(@ids::uuid[])
