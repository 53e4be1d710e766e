-- Named tokens of programs. The secret is not stored: hash is its SHA-256. The data source is named by its id, not its key: one that is
-- removed and imported again is the same, and a token of a data source that is gone must not become a token of all.
create table tokens (
    id           uuid primary key,
    name         text not null check (length(name) between 1 and 100),
    hash         bytea not null unique check (length(hash) = 32),
    scopes       text[] not null check (cardinality(scopes) > 0),
    data_source  text,
    created_at   timestamptz not null default now(),
    expires_at   timestamptz,
    last_used_at timestamptz,
    revoked_at   timestamptz
);
