-- Where the database listens beside its socket; 0 is nowhere. gis.Grant, of the embedded one
select case current_setting('listen_addresses') when '' then 0 else current_setting('port')::int end
