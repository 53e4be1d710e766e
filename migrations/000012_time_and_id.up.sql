-- Lists are ordered by time and, within an instant, by id. With both in the index a page begins at its position; by time alone it
-- read its instant from the start, which is long where records are known by day or by year.
drop index observations_time;
create index observations_time on observations (observed_at desc, id);
