-- Predictions whose picture was saved. An observation cites one by its id; no foreign key, because a client may cite what
-- another service predicted.
create table predictions (
    id              uuid primary key,
    image_url       text not null check (length(image_url) between 1 and 2000),
    model_id        text not null check (length(model_id) between 1 and 200),
    scientific_name text, -- null: none of these
    confidence      double precision not null check (confidence between 0 and 1),
    created_at      timestamptz not null default now()
);

create index observations_prediction on observations (prediction_id) where prediction_id is not null;
