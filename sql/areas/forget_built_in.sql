-- Has built-in sets stored again at the next start, because ids may be free now.
-- Caller: areas.RemoveSet
update built_in_areas set digest = ''
