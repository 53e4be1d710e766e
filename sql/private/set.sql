-- Moves the records of a data source between the public tables and its own.
-- Caller: private.SetIn
-- Index: observations_data_source
select set_private(@key::int, @private::boolean, @from::date)
