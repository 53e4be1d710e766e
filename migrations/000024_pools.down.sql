-- Pools are lost.
drop view gis.pools;
drop table pool_requests, pools;
drop function log_pool_changes();
delete from observation_touches where area = 4097;
delete from observation_areas where area = 4097;
comment on column observation_touches.area is 'a tile of zoom 6: its row * 64 + its column, 0 to 4095';
comment on column observation_areas.area is 'a tile of zoom 6: its row * 64 + its column, 0 to 4095; the key';
