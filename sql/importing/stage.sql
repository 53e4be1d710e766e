-- The rows of one file on their way into observations and absences; dropped with the transaction.
-- Caller: transfer.importRun.store
-- Index: none, a temporary table
create temporary table import_rows (
    line              integer not null,
    id                uuid not null,
    known_by_content  boolean not null,
    source_hash       uuid not null,
    absent            boolean not null,
    slug              text not null,
    name              text not null,
    verbatim_name     text,
    count             integer not null,
    geom              geometry(Point, 4326) not null,
    observed_at       timestamptz not null,
    date_precision    text not null,
    observed_until    date,
    occurrence_id     text,
    accuracy_m        double precision,
    life_stage        text,
    sex               text,
    sampling_protocol text,
    event_id          text,
    notes             text,
    observer_name     text,
    metadata          jsonb not null
) on commit drop
