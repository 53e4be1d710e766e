drop table areas;
