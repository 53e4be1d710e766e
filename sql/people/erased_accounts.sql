-- The accounts that were erased before, and are here again, or wait to be made by the invitation of that time, which has their id.
-- Caller: erasures.Apply
-- Index: erasures_pkey
select a.id from (select id from accounts union select id from invitations where account_id is null) a
join erasures e on e.hash = sha256(convert_to(a.id::text, 'UTF8')) order by a.id
