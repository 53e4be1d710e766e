-- Lets everybody know the name of a record that is public.
-- Caller: observe.store.update
-- Index: taxa_pkey
update taxa set private_to = null where key = @key::int and private_to is not null and private_here() is null
