-- Copies of the tables of records on the workers of a Citus cluster, which answer reads. The tables are in the schema distributed, which
-- skeeter distribute makes; a server brings them up to date from the change log.
create table distribution (
    only_row boolean primary key default true check (only_row),
    shards   integer not null check (shards > 0),
    number   bigint not null default 0,
    held     pg_snapshot not null,
    held_at  timestamptz not null default now(),
    copied   boolean not null default false,
    position bigint,
    epoch    text not null,
    schema   bigint not null
);
comment on table distribution is 'up to where the distributed tables hold the changes of the records; one row, none where nothing is distributed';
comment on column distribution.only_row is 'always true: there is one row at most';
comment on column distribution.shards is 'of each table';
comment on column distribution.number is 'of the last change of the distributed tables; distribution_number is ahead of it while they change';
comment on column distribution.held is 'the changes that this snapshot sees are in the distributed tables';
comment on column distribution.held_at is 'when a server last looked for changes; distributed tables that nobody looks after are given up';
comment on column distribution.copied is 'all rows were copied once; what changed since follows';
comment on column distribution.position is 'a place in the write-ahead log, before which all is in the distributed tables; null: they are not complete, and nobody reads them';
comment on column distribution.epoch is 'epoch of the change log that held belongs to';
comment on column distribution.schema is 'version of the schema from which the tables were made';
create sequence distribution_number as bigint;
comment on sequence distribution_number is 'is taken before the distributed tables change; a reader who sees another number than distribution has began before it';
