-- How many observations are not public, by publication, and since when the first of them.
-- Caller: observe.QueueMetrics.count
-- Index: none, a scan of held_observations
select publication, count(*) as records, min(held_since) as oldest
from held_observations
where removal is null and (publication <> 'pending' or status = 'unverified')
group by publication
