drop function place_of;
drop table country_pieces, countries, regions;
drop function notify_lookups;
drop domain slug;
-- PostGIS stays: other schemas of the database may use it.
