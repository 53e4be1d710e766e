drop table tokens;
