-- What the summaries of schema gis were counted from: while it stays, they do.
-- Caller: gis.Summaries.Counted
-- Index: none, a table of one row
select data_version || ' ' || catalog_hash from gis_counted
