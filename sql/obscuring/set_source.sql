-- Sets the rule of a data source.
-- Caller: obscuring.Source
-- Index: data_sources_pkey
update all_data_sources set obscured_degrees = @degrees::float8 where key = @key::int
