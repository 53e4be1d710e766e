-- How many absences match.
-- Caller: observe.store.countAbsences
-- Index: that of the filter, else a scan
select count(*) from absences o
where
-- include: fragment/filter.sql
