-- Counts of the observations by cell, name, month and kind, for servers whose memory cannot hold a copy of the records. What a transaction changes
-- stands in the change log until a server folds it into the rollups; readers add what is not folded yet. They are logged, as replicas read them.
create table observation_rollup_state (
    only_row  boolean primary key default true check (only_row),
    folded    pg_snapshot,
    folded_at timestamptz,
    epoch     text,
    schema    bigint
);
comment on table observation_rollup_state is 'up to where the rollups hold the changes of the observations; one row, none before their first use';
comment on column observation_rollup_state.only_row is 'always true: there is one row at most';
comment on column observation_rollup_state.folded is 'the changes that this snapshot sees are in the rollups; null: there are none';
comment on column observation_rollup_state.folded_at is 'when a server last looked for changes to fold; rollups that nobody looks after are given up';
comment on column observation_rollup_state.epoch is 'epoch of the change log that folded belongs to';
comment on column observation_rollup_state.schema is 'version of the schema with which the rollups were built: a migration may change records beside the change log';

create table observation_rollup_kinds (
    key               integer generated always as identity primary key,
    country_id        text not null,
    region_id         text not null,
    data_source_key   integer not null,
    status            text not null,
    life_stage        text not null,
    sex               text not null,
    sampling_protocol text not null,
    flags             smallint not null,
    uncertain         boolean not null,
    unique (country_id, region_id, data_source_key, status, life_stage, sex, sampling_protocol, flags, uncertain)
);
comment on table observation_rollup_kinds is 'what records of a rollup have in common beside cell, name and month; texts are empty where a record says nothing';
comment on column observation_rollup_kinds.key is 'the key';
comment on column observation_rollup_kinds.country_id is 'as of the records';
comment on column observation_rollup_kinds.region_id is 'as of the records';
comment on column observation_rollup_kinds.data_source_key is 'as of the records; 0 for none';
comment on column observation_rollup_kinds.status is 'as of the records';
comment on column observation_rollup_kinds.life_stage is 'lower case; this and what follows, the traits, are empty in all grains but one';
comment on column observation_rollup_kinds.sex is 'lower case';
comment on column observation_rollup_kinds.sampling_protocol is 'lower case';
comment on column observation_rollup_kinds.flags is 'as of the records';
comment on column observation_rollup_kinds.uncertain is 'whether they have an identification_qualifier';

-- The key is the order in which a tile reads: the cells of a grain, column by column.
create table observation_rollups (
    grain       smallint not null,
    x           smallint not null,
    y           smallint not null,
    taxon_key   integer not null,
    first_month date not null,
    last_month  date not null,
    kind        integer not null,
    records     bigint not null,
    specimens   bigint not null,
    sum_x       bigint not null,
    sum_y       bigint not null,
    earliest    bigint not null,
    latest      bigint not null,
    primary key (grain, x, y, taxon_key, first_month, last_month, kind)
) with (fillfactor = 90);
comment on table observation_rollups is 'counts of observations, at several grains';
comment on column observation_rollups.grain is 'twice the level of the cells: one of level n is the world''s 2^n-th part from west to east. 1: the world by month; -1: the world by traits';
comment on column observation_rollups.x is 'the cell''s column, from the west';
comment on column observation_rollups.y is 'the cell''s row, from the north';
comment on column observation_rollups.taxon_key is 'the name (taxa)';
comment on column observation_rollups.first_month is 'first day of the month in which the records begin; -infinity in grains without months';
comment on column observation_rollups.last_month is 'first day of the month in which the records end; infinity in grains without months';
comment on column observation_rollups.kind is 'what else the records have in common (observation_rollup_kinds)';
comment on column observation_rollups.records is 'how many there are';
comment on column observation_rollups.specimens is 'sum of their counts';
comment on column observation_rollups.sum_x is 'sum of how far east of their cell''s edge they are, in units of mercator_x; 0 at level 0';
comment on column observation_rollups.sum_y is 'sum of how far south of their cell''s edge they are, in units of mercator_y; 0 at level 0';
comment on column observation_rollups.earliest is 'the days of the record that begins first, and of these ends first: days since 1600-01-01, the first * 2^32 + the last. Of the grain by traits it may have gone, and of latest, too';
comment on column observation_rollups.latest is 'the days of the record that ends last, and of these begins last: days since 1600-01-01, the last * 2^32 + the first';

create or replace function private_tables() returns text[] language sql immutable parallel safe return array[
    'sampling_events', 'observations', 'absences', 'pools', 'removals', 'held_events', 'held_observations', 'held_absences', 'held_pools',
    'exact_places', 'obscured_events', 'observation_requests', 'event_requests', 'pool_requests', 'receipts', 'identifications',
    'observation_epoch', 'observation_changes', 'observation_touches', 'observation_areas', 'event_changes', 'pool_changes', 'index_snapshots',
    'observation_rollup_state', 'observation_rollup_kinds', 'observation_rollups'];

create function followed_tables() returns text[] language sql immutable parallel safe return array[
    'observation_epoch', 'observation_changes', 'observation_touches', 'observation_areas', 'event_changes', 'pool_changes', 'index_snapshots',
    'observation_rollup_state', 'observation_rollup_kinds', 'observation_rollups'];
comment on function followed_tables is 'those of private_tables that follow from the others: they begin empty when the tables are made anew';

create or replace function renew_private_schemas() returns void language plpgsql as $$
declare
    source int;
    room   text;
    name   text;
begin
    if exists (select from all_data_sources where private) then
        perform hide_extents(); -- a restored database has the rights anew
    end if;
    for source in
        select d.key from all_data_sources d, schema_migrations m where d.private and d.tables_version is distinct from m.version order by d.key for update of d
    loop
        room := 'private_' || source;
        execute format('alter schema %I rename to %I', room, room || '_before');
        perform create_private_schema(source);
        foreach name in array private_tables() loop
            if name <> all (followed_tables()) then
                perform copy_rows(room || '_before', room, name, 'true');
            end if;
        end loop;
        perform create_private_triggers(source);
        execute format('drop schema %I cascade', room || '_before');
        update all_data_sources set tables_version = (select version from schema_migrations) where key = source;
    end loop;
end $$;
