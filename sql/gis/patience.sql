-- Counting reads every observation. gis.Count
set local statement_timeout = 0
