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
comment on table tokens is 'tokens of programs that write; skeeter token makes and revokes them';
comment on column tokens.id is 'UUID; the key';
comment on column tokens.name is 'what the token is for';
comment on column tokens.hash is 'SHA-256 of the secret, which is not stored';
comment on column tokens.scopes is 'what it may do';
comment on column tokens.data_source is 'id of the one data source whose records it may write; null for all';
comment on column tokens.created_at is 'when it was made';
comment on column tokens.expires_at is 'from when on it is refused; null for never';
comment on column tokens.last_used_at is 'when a request last carried it, to a minute; null for never';
comment on column tokens.revoked_at is 'when it was revoked; null for valid';
