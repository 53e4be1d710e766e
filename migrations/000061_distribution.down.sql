drop schema if exists distributed cascade;
drop sequence distribution_number;
drop table distribution;
