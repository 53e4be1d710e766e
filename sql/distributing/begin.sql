-- Notes that distributed tables are begun: from here on the change log keeps what they have to be told.
-- Caller: distributing.create
insert into distribution (shards, held, epoch, schema)
values (@shards::int, pg_current_snapshot(), log_epoch(), (select version from schema_migrations))
