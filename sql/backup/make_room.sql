-- The statements that make an empty database for a restore, without what one that broke off left.
select format('drop database if exists %I', @before::text)
union all
select format('drop database if exists %I', @restored::text)
union all
select format('create database %I', @restored::text)
