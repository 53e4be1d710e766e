-- The accounts that were erased before, and are here again.
-- Caller: erasures.Apply
-- Index: erasures_pkey
select a.id from accounts a join erasures e on e.hash = sha256(convert_to(a.id::text, 'UTF8')) order by a.id
