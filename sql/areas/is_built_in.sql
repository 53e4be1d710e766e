-- Whether a set is one that the program brings.
-- Caller: areas.checkOwn
select exists (select from built_in_areas where set = @set::text)
