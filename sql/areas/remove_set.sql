-- Removes the areas of a set.
-- Caller: areas.RemoveSet
delete from areas where set = @set::text
