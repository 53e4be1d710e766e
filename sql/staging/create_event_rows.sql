-- The sampling events of one file on their way into sampling_events, each as the first row that states it; dropped with the transaction.
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
    problem           boolean not null,
    target_taxa       text[] not null,
    complete          boolean,
    remarks           text,
    metadata          jsonb not null,
    partial           boolean not null
) on commit drop
