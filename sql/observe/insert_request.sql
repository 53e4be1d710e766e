-- Remembers what was sent under a client's own id. observe.store.
insert into observation_requests (id, hash) values (@id::uuid, @hash::bytea)
