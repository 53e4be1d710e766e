-- The number of areas of a set, or of all sets.
-- Caller: areas.store.list
select count(*) from areas a where a.set is not null and (@set::text is null or a.set = @set::text)
