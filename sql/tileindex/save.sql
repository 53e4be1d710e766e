-- Notes a snapshot of the tile index that a server is about to keep in a file, and returns the version of the schema. Servers that share the
-- database keep one each; those of servers that did not keep one for long are forgotten.
-- Caller: tileindex.Index.save
-- Index: index_snapshots_pkey
with forgotten as (
    delete from index_snapshots where saved_at < now() - interval '90 days'
), noted as (
    insert into index_snapshots (id) values (@id::uuid)
)
select version from schema_migrations
