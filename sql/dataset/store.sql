-- The data source of a file, made or brought up to date. What it says of itself then is an entry of the history, unless nobody observed its records.
-- Caller: demo.storeSynthetic, importing.fileImport.storeSources
-- Index: data_sources_id_key
with before as materialized (
    select jsonb_build_object('title', name, 'licence', licence, 'citation', citation, 'url', url) as says from data_sources where id = @id
), stored as (
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
    returning key, id, synthetic, jsonb_build_object('title', name, 'licence', licence, 'citation', citation, 'url', url) as says
), noted as (
    insert into history (entity, entity_id, action, actor_kind, actor, was, became)
    select 'source', s.id, case when b.says is null then 'created' else 'changed' end, @actor_kind::text, @actor::text,
        (select jsonb_object_agg(key, value) from jsonb_each(b.says) where value is distinct from s.says -> key),
        (select jsonb_object_agg(key, value) from jsonb_each(s.says) where value is distinct from b.says -> key)
    from stored s left join before b on true
    where s.says is distinct from b.says and not s.synthetic
)
select key from stored
