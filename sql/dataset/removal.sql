-- A removal, locked until the transaction ends, and the key of the data source that has its id now; null for none.
-- Caller: datasets.Restore
-- Index: data_sources_id_key
select r.data_source, r.source is not null as with_source, d.key
from removals r
left join data_sources d on d.id = r.data_source
where r.id = @id::uuid
for update of r
