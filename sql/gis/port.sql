-- The TCP port of the embedded database, 0 when it listens on its socket alone.
-- Caller: gis.Grant
select case current_setting('listen_addresses') when '' then 0 else current_setting('port')::int end
