-- How many observations match. geo.Counter, while the tile index is not there; the index of the filter that is asked for.
select count(*) from observations o
where
-- include: fragment/filter.sql
