-- What the rows of one file state of sampling events, on its way into sampling_events; dropped with the transaction. merge_event_rows.sql
-- leaves one row for each event. no_effort says that an effort is stated that is none, assumed that no row says
-- that complete is false.
-- nth is the number of that row, alone whether the row is no record. A place has the reference system that it was written in.
-- Caller: importing.fileImport.read
-- Index: none, a temporary table
create temporary table import_event_rows (
    nth               integer not null,
    line              integer not null,
    alone             boolean not null,
    source            smallint not null,
    id                uuid not null,
    source_hash       uuid,
    event_id          text not null,
    site_id           text,
    geom              geometry(Point),
    accuracy_m        double precision,
    stated_country    text,
    started_at        timestamptz,
    ended_at          timestamptz not null,
    utc_offset        smallint not null,
    date_precision    text not null,
    sampling_protocol text,
    lure              text,
    traps             integer,
    nights            double precision,
    effort            double precision,
    effort_unit       text,
    effort_source     text,
    no_effort         boolean not null,
    problem           boolean not null,
    target_taxa       text[] not null,
    complete          boolean,
    assumed           boolean not null,
    remarks           text,
    metadata          jsonb not null,
    partial           boolean not null
) on commit drop
