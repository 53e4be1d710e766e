-- Whether a built-in set is stored as it is.
-- Caller: areas.Keep
select exists (select from built_in_areas where set = @set::text and digest = @digest::text)
