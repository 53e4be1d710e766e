-- The version of the schema, and whether a migration broke off.
-- Caller: schema.CheckReplica
-- Index: none, one row
select version, dirty from schema_migrations
