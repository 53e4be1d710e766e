-- What the rows of one file state of pools, on its way into pools; dropped with the transaction. nth is the number of the row, alone
-- whether the row is no record. A place has the reference system that it was written in. Place, days and protocol are null where they
-- are those of the sampling event.
-- Caller: importing.fileImport.read
-- Index: none, a temporary table
create temporary table import_pool_rows (
    nth                      integer not null,
    line                     integer not null,
    alone                    boolean not null,
    source                   smallint not null,
    id                       uuid not null,
    source_hash              uuid,
    pool_id                  text not null,
    event_id                 text,
    slug                     text not null,
    name                     text not null,
    verbatim_name            text,
    identification_qualifier text,
    sex                      text,
    life_stage               text,
    size                     integer not null,
    pathogen                 text not null,
    disease_id               text,
    method                   text,
    result                   text not null,
    tested_on                date,
    geom                     geometry(Point),
    accuracy_m               double precision,
    stated_country           text,
    started_at               timestamptz,
    ended_at                 timestamptz,
    utc_offset               smallint,
    date_precision           text,
    sampling_protocol        text,
    remarks                  text,
    metadata                 jsonb not null,
    event_place              boolean not null,
    event_days               boolean not null,
    event_protocol           boolean not null
) on commit drop
