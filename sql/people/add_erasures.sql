-- Keeps erasures of elsewhere.
-- Caller: erasures.Apply
-- Index: erasures_pkey
insert into erasures (hash, erased_on)
select decode(e.hash, 'hex'), e.erased_on from unnest(@hashes::text[], @days::date[]) e (hash, erased_on)
on conflict do nothing
