-- The observations of an account that are not public, by id: also those that were removed with their data source and can be restored.
-- Caller: observe.Observe.EachOf
-- Index: held_observations_account
select o.publication, o.held_reason,
-- include: fragment/observation_columns.sql
from held_observations o
join taxa t on t.key = o.taxon_key
left join data_sources d on d.key = o.data_source_key
where o.account = @account::uuid
order by o.id, o.removal
