-- Whether there are distributed tables, and up to where they hold the change log. valid is false where they have to be made anew: the log began a
-- new epoch, or the schema has another version.
-- Caller: distributing.StateOf
-- Index: observation_touches_pkey
select d.shards, d.held::text as held, extract(epoch from now() - d.held_at)::float8 as idle, d.copied, d.position is not null as complete,
       d.number, d.number = (select last_value from distribution_number) as whole,
       d.epoch = log_epoch() and d.epoch <> '' and d.schema = (select version from schema_migrations) as valid, (
-- include: fragment/undistributed.sql
       ) as behind
from distribution d
