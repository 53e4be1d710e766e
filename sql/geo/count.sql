-- How many observations match. Used until the tile index is loaded.
-- Caller: counting.Counter.bySQL
-- Index: that of the filter
select count(*) from observations o
where
-- include: fragment/filter.sql
