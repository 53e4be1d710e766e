-- What changes when an area of a set does.
-- Caller: analytics.Analytics.setVersion
-- Index: areas_set
select coalesce(sum(hashtextextended(id || xmin::text, 0)), 0)::text as version from areas where set = @set::text
