-- How many sampling events match.
-- Caller: events.store.count
-- Index: that of the filter, observations_event; else scans
select count(*)
-- include: fragment/filtered_events.sql
