-- Makes a data source anew that went with a removal, with its former key.
-- Caller: datasets.Restore
insert into data_sources overriding system value
select s.* from removals r cross join lateral jsonb_populate_record(null::data_sources, r.source) s where r.id = @id::uuid
