-- One server at a time counts; false means that another one does. gis.Count
select pg_try_advisory_xact_lock(hashtextextended('skeeter gis', 0))
