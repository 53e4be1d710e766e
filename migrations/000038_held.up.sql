-- What is in observations is public. Records that the public may not see lie in a table of their own, so that nothing that reads observations
-- needs a condition or could forget one. A record moves between the tables with its id.

alter table observations add column account uuid;
comment on column observations.account is 'account whose record it is; null for none';
create index observations_account on observations (account) where account is not null;
comment on index observations_account is 'the records of an account';

create table held_observations (
    like observations including defaults including generated including constraints including comments,
    publication  text not null check (publication in ('pending', 'withdrawn')),
    held_since   timestamptz not null default now(),
    held_reason  text check (length(held_reason) between 1 and 500),
    request_hash bytea,
    foreign key (taxon_key) references taxa (key),
    foreign key (country_id) references countries (id),
    foreign key (region_id) references regions (id)
);
create unique index held_observations_id on held_observations (id);
create index held_observations_since on held_observations (held_since, id);
create index held_observations_taxon on held_observations (taxon_key);
create index held_observations_prediction on held_observations (prediction_id) where prediction_id is not null;
create index held_observations_account on held_observations (account) where account is not null;

comment on table held_observations is 'records that the public may not see, with the columns of observations';
comment on column held_observations.publication is 'pending: waits for a review; withdrawn';
comment on column held_observations.held_since is 'when the public lost sight of it, or it was reported';
comment on column held_observations.held_reason is 'why: anonymous or count for what waits, reporter or writer for who withdrew it';
comment on column held_observations.request_hash is 'observation_requests.hash, while the record is held; null for none';
comment on index held_observations_id is 'single records that are not public';
comment on index held_observations_since is 'the order of the queue';
comment on index held_observations_taxon is 'names that no record has are removed';
comment on index held_observations_prediction is 'predictions that no record cites are removed';
comment on index held_observations_account is 'the records of an account';

-- Whoever reported without an account has a secret by which the record stays his own. The tables of records have no common key to refer to.
create table receipts (
    hash           bytea primary key check (length(hash) = 32),
    observation_id uuid not null,
    created_at     timestamptz not null default now()
);
comment on table receipts is 'secrets of anonymous reporters, by which they read, correct and withdraw their records';
comment on column receipts.hash is 'SHA-256 of the secret, which is not stored; the key';
comment on column receipts.observation_id is 'the record, in observations or held_observations';
comment on column receipts.created_at is 'when the record was reported';
