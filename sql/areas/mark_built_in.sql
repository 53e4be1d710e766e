-- Notes which built-in set is stored.
-- Caller: areas.Keep
insert into built_in_areas (set, digest) values (@set::text, @digest::text)
on conflict (set) do update set digest = excluded.digest
