-- The data source of a file, made or brought up to date.
-- Caller: demo.storeSynthetic, importing.fileImport.storeSources
-- Index: data_sources_id_key
insert into data_sources (id, name, licence, citation, url, dataset_id, synthetic, imported_at)
values (@id, @name, nullif(@licence, ''), nullif(@citation, ''), nullif(@url, ''), nullif(@dataset_id, ''), @synthetic, now())
on conflict (id) do update
set name = excluded.name,
    licence = coalesce(excluded.licence, data_sources.licence),
    citation = coalesce(excluded.citation, data_sources.citation),
    url = coalesce(excluded.url, data_sources.url),
    dataset_id = coalesce(data_sources.dataset_id, excluded.dataset_id),
    synthetic = excluded.synthetic,
    imported_at = excluded.imported_at
returning key
