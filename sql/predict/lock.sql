-- Those of some predictions that nobody is citing at this moment; whoever wants to waits until they are gone. predict/uploads.
select id from predictions where id = any(@ids::uuid[]) for update skip locked
