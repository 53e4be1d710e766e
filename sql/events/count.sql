-- How many sampling events match.
-- Caller: events.store.count
-- Index: that of the filter, else a scan
select count(*) from sampling_events o
where
-- include: fragment/filter_events.sql
