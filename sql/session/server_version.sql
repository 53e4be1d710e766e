-- The version of PostgreSQL, 150004 for 15.4.
-- Caller: postgres.CheckServer
select current_setting('server_version_num')::int
