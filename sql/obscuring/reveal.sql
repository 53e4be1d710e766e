-- Gives the rows of data sources their exact places until draw.sql in the same transaction, and says whether it has to be called.
-- Caller: importing.fileImport.reveal
-- Index: observations_data_source, exact_places_pkey
select reveal_places(@sources::int[])
