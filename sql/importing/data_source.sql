-- The data source of a file, made or brought up to date.
-- Caller: transfer.demoWorld.store, transfer.importRun.merge
-- Index: data_sources_id_key
insert into data_sources (id, name, licence, citation, url, synthetic, imported_at)
values (@id, @name, nullif(@licence, ''), nullif(@citation, ''), nullif(@url, ''), @synthetic, now())
on conflict (id) do update
set name = excluded.name,
    licence = coalesce(excluded.licence, data_sources.licence),
    citation = coalesce(excluded.citation, data_sources.citation),
    url = coalesce(excluded.url, data_sources.url),
    synthetic = excluded.synthetic,
    imported_at = excluded.imported_at
returning key
