-- Notes a removal that can be undone, with the row of the data source where that goes too.
-- Caller: datasets.AddRemoval
-- Index: data_sources_pkey
insert into removals (id, data_source, source)
select @id::uuid, d.id, case when @with_source::boolean then to_jsonb(d) end from data_sources d where d.key = @key::int
