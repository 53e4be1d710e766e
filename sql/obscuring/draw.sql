-- Draws the places of data sources, null for all, as the rules say by now.
-- Caller: importing.fileImport.draw, obscuring.draw
-- Index: observations_data_source, exact_places_pkey
select draw_places(@sources::int[])
