-- When the sites were counted, in a text that two counts do not share.
-- Caller: tiles.sites.draw
select data_version || ' ' || extract(epoch from counted_at) as counted from gis_counted
