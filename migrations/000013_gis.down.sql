-- With it go the rights that skeeter grant-readonly gave.
drop schema gis cascade;
drop table gis_counted;
drop materialized view traps;
drop materialized view region_shapes;
drop materialized view observation_sums;
