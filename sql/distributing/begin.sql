-- Notes that distributed tables are begun: from here on the change log keeps what they have to be told.
-- Caller: distributing.create
insert into public.distribution (shards, held, epoch, schema)
values (@shards::int, pg_current_snapshot(), public.log_epoch(), (select version from public.schema_migrations))
