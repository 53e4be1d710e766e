-- Where the embedded database listens beside its socket; 0 is nowhere.
-- Caller: gis.Grant
select case current_setting('listen_addresses') when '' then 0 else current_setting('port')::int end
