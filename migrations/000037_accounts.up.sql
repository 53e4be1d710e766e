-- People who sign in. A name, a login and an address of an identity provider are personal; nothing else of a person is kept here.
create table accounts (
    id          uuid primary key,
    name        text not null check (length(name) between 1 and 100),
    login       text unique check (login = lower(login) and length(login) between 2 and 100),
    roles       text[] not null,
    taxa        text[] not null default '{}',
    countries   text[] not null default '{}',
    sources     text[] not null default '{}',
    created_at  timestamptz not null default now(),
    disabled_at timestamptz
);
comment on table accounts is 'people who sign in; they are disabled, not deleted';
comment on column accounts.id is 'UUID; the key';
comment on column accounts.name is 'what the person is called';
comment on column accounts.login is 'what the person signs in with, in lower case; null for one of an identity provider alone';
comment on column accounts.roles is 'reporter, reviewer, curator, administrator';
comment on column accounts.taxa is 'names of the taxa whose records a reviewer decides on; empty for all';
comment on column accounts.countries is 'ids of the countries whose records a reviewer decides on; empty for all';
comment on column accounts.sources is 'ids of the data sources that a curator writes; empty for all';
comment on column accounts.created_at is 'when it was made';
comment on column accounts.disabled_at is 'when it was disabled; null while it may sign in';

create table passwords (
    account_id uuid primary key references accounts on delete cascade,
    hash       text not null,
    changed_at timestamptz not null default now()
);
comment on table passwords is 'hashes of passwords';
comment on column passwords.account_id is 'whose it is; the key';
comment on column passwords.hash is 'Argon2id in PHC string format';
comment on column passwords.changed_at is 'when it was chosen';

create table sessions (
    id         uuid primary key,
    account_id uuid not null references accounts on delete cascade,
    hash       bytea not null unique check (length(hash) = 32),
    method     text not null,
    agent      text not null,
    created_at timestamptz not null default now(),
    seen_at    timestamptz not null default now()
);
create index sessions_account on sessions (account_id);
comment on table sessions is 'browsers that are signed in';
comment on column sessions.id is 'UUID; the key';
comment on column sessions.account_id is 'who is signed in';
comment on column sessions.hash is 'SHA-256 of the value of the cookie, which is not stored';
comment on column sessions.method is 'how the person signed in: password, passkey, oidc, invitation';
comment on column sessions.agent is 'what the browser calls itself, shortened';
comment on column sessions.created_at is 'when the person signed in';
comment on column sessions.seen_at is 'when a request last carried it, to a minute';

create table invitations (
    id          uuid primary key,
    hash        bytea not null unique check (length(hash) = 32),
    account_id  uuid references accounts on delete cascade,
    name        text not null check (length(name) between 1 and 100),
    roles       text[] not null,
    taxa        text[] not null default '{}',
    countries   text[] not null default '{}',
    sources     text[] not null default '{}',
    created_at  timestamptz not null default now(),
    expires_at  timestamptz not null,
    accepted_at timestamptz
);
create index invitations_account on invitations (account_id);
comment on table invitations is 'links by which a person makes an account, or chooses a new password for one';
comment on column invitations.id is 'UUID; the key';
comment on column invitations.hash is 'SHA-256 of the secret of the link, which is not stored';
comment on column invitations.account_id is 'the account that gets a new password; null for a new account';
comment on column invitations.name is 'whom it is for';
comment on column invitations.roles is 'roles of the new account';
comment on column invitations.taxa is 'taxa of the new account; empty for all';
comment on column invitations.countries is 'countries of the new account; empty for all';
comment on column invitations.sources is 'data sources of the new account; empty for all';
comment on column invitations.created_at is 'when it was made';
comment on column invitations.expires_at is 'from when on it is refused';
comment on column invitations.accepted_at is 'when it was used; null while it waits';

create table passkeys (
    id            uuid primary key,
    account_id    uuid not null references accounts on delete cascade,
    name          text not null check (length(name) between 1 and 100),
    credential_id bytea not null unique,
    credential    jsonb not null,
    created_at    timestamptz not null default now(),
    last_used_at  timestamptz
);
create index passkeys_account on passkeys (account_id);
comment on table passkeys is 'public keys by which people sign in (WebAuthn)';
comment on column passkeys.id is 'UUID; the key';
comment on column passkeys.account_id is 'whose it is';
comment on column passkeys.name is 'what the person calls it';
comment on column passkeys.credential_id is 'by which the authenticator knows it';
comment on column passkeys.credential is 'public key, counter and flags, as go-webauthn stores them';
comment on column passkeys.created_at is 'when it was made';
comment on column passkeys.last_used_at is 'when somebody last signed in with it; null for never';

create table identities (
    issuer     text not null,
    subject    text not null,
    account_id uuid not null references accounts on delete cascade,
    created_at timestamptz not null default now(),
    primary key (issuer, subject)
);
create index identities_account on identities (account_id);
comment on table identities is 'who an account is to a provider of OpenID Connect';
comment on column identities.issuer is 'the provider';
comment on column identities.subject is 'the person, as the provider knows them; never used again for another';
comment on column identities.account_id is 'whose it is';
comment on column identities.created_at is 'when the person first signed in by it';

create table challenges (
    hash       bytea primary key check (length(hash) = 32),
    data       jsonb not null,
    expires_at timestamptz not null
);
create index challenges_expires on challenges (expires_at);
comment on table challenges is 'what a sign-in that began has to answer';
comment on column challenges.hash is 'SHA-256 of the value of the cookie of the browser that began it';
comment on column challenges.data is 'what the answer is compared with';
comment on column challenges.expires_at is 'from when on it is refused';
