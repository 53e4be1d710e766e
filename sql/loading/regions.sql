-- The UN M49 sub-regions.
-- Caller: catalog.load
insert into regions (id, m49)
select id, m49 from jsonb_to_recordset(@regions::jsonb) r (id text, m49 text)
on conflict (id) do update set m49 = excluded.m49
