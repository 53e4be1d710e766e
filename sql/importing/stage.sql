-- The rows of one file on their way into observations and absences; dropped with the transaction. nth numbers the rows in the order of
-- the file, because several may begin in one line. A place has the reference system that it was written in.
-- Caller: transfer.importRun.read
-- Index: none, a temporary table
create temporary table import_rows (
    nth                      integer not null,
    line                     integer not null,
    source                   smallint not null,
    id                       uuid not null,
    known_by_content         boolean not null,
    source_hash              uuid not null,
    absent                   boolean not null,
    slug                     text not null,
    name                     text not null,
    verbatim_name            text,
    identification_qualifier text,
    count                    integer not null,
    geom                     geometry(Point),
    observed_at              timestamptz not null,
    utc_offset               smallint not null,
    date_precision           text not null,
    observed_until           date,
    stated_country           text,
    flags                    smallint not null,
    occurrence_id            text,
    accuracy_m               double precision,
    life_stage               text,
    sex                      text,
    sampling_protocol        text,
    event_id                 text,
    notes                    text,
    observer_name            text,
    basis_of_record          text,
    licence                  text,
    status                   text,
    metadata                 jsonb not null
) on commit drop
