-- What happened: who changed what, when, from what to what. Rows are added and never changed.

create table history (
    id         bigint generated always as identity primary key,
    at         timestamptz not null default clock_timestamp(),
    entity     text not null check (entity in ('observation', 'source', 'rule', 'token', 'account', 'event', 'pool', 'area', 'import', 'dataset')),
    entity_id  text not null check (length(entity_id) between 1 and 400),
    action     text not null check (length(action) between 1 and 100),
    actor_kind text not null check (actor_kind in ('token', 'account', 'machine', 'reporter', 'anonymous', 'command', 'server')),
    actor      text check (length(actor) between 1 and 200),
    was        jsonb check (jsonb_typeof(was) = 'object'),
    became     jsonb check (jsonb_typeof(became) = 'object'),
    reason     text check (length(reason) between 1 and 2000)
);
create index history_entity on history (entity, entity_id, id);
comment on table history is 'who changed what; rows are added, never changed or deleted';
comment on column history.id is 'grows; the key';
comment on column history.at is 'when';
comment on column history.entity is 'kind of what was changed';
comment on column history.entity_id is 'which one';
comment on column history.action is 'what was done, such as created, changed, withdrawn, published, undone';
comment on column history.actor_kind is 'token, account, machine (whoever sits at it), reporter (by a receipt), anonymous, command (line) or server';
comment on column history.actor is 'name of the token, or id of the account; null for others';
comment on column history.was is 'members that changed, as they were; null where there was nothing';
comment on column history.became is 'the same members as they are from then on; of an import or a removal its counts';
comment on column history.reason is 'why, in somebody''s words';
comment on index history_entity is 'the history of one record, token or rule';

-- A person may ask to be forgotten: redact_history takes the values of named members from the entries of one entity, and is an entry itself.
create function keep_history() returns trigger language plpgsql as $$
begin
    if tg_op = 'UPDATE' then
        if current_setting('skeeter.redaction', true) = 'on'
           and (to_jsonb(old) - array['was', 'became']) = (to_jsonb(new) - array['was', 'became'])
           and (old.was is null) = (new.was is null) and (old.became is null) = (new.became is null)
           and not exists (
               select from jsonb_each(jsonb_build_object('was', old.was, 'became', old.became)) o (side, members)
               join jsonb_each(jsonb_build_object('was', new.was, 'became', new.became)) n (side, members) using (side)
               cross join lateral (
                   select from jsonb_each(case jsonb_typeof(o.members) when 'object' then o.members else '{}' end) a
                   full join jsonb_each(case jsonb_typeof(n.members) when 'object' then n.members else '{}' end) b using (key)
                   where b.value is distinct from a.value and b.value is distinct from '"redacted"'
               ) other
           ) then
            return new;
        end if;
    end if;
    raise exception 'history is only added to' using errcode = 'insufficient_privilege';
end $$;
comment on function keep_history is 'refuses to change and delete history';
create trigger history_kept before update or delete on history for each row execute function keep_history();
create trigger history_not_truncated before truncate on history for each statement execute function keep_history();
alter table history enable always trigger history_kept;
alter table history enable always trigger history_not_truncated;

create function redact_history(of_entity text, of_id text, members text[], by_kind text, by_whom text) returns bigint
    language plpgsql security definer set search_path = public, pg_temp as $$
declare
    redacted bigint;
begin
    perform set_config('skeeter.redaction', 'on', true);
    update history h
    set was = (select jsonb_object_agg(key, case when key = any(members) then '"redacted"' else value end) from jsonb_each(h.was)),
        became = (select jsonb_object_agg(key, case when key = any(members) then '"redacted"' else value end) from jsonb_each(h.became))
    where h.entity = of_entity and h.entity_id = of_id and (h.was ?| members or h.became ?| members);
    get diagnostics redacted = row_count;
    perform set_config('skeeter.redaction', '', true);
    insert into history (entity, entity_id, action, actor_kind, actor, became)
    values (of_entity, of_id, 'redacted', by_kind, by_whom, jsonb_build_object('members', members, 'entries', redacted));
    return redacted;
end $$;
revoke all on function redact_history from public;
comment on function redact_history is 'takes the values of members from the entries of one entity, and notes that';

create view gis.history as select id, at, entity, entity_id, action, actor_kind, actor, was, became, reason from history;
comment on view gis.history is 'who changed what, for auditors: skeeter grant-readonly --auditor';
comment on column gis.history.id is 'grows; the key';
comment on column gis.history.at is 'when';
comment on column gis.history.entity is 'kind of what was changed';
comment on column gis.history.entity_id is 'which one';
comment on column gis.history.action is 'what was done';
comment on column gis.history.actor_kind is 'token, account, machine, reporter, anonymous, command or server';
comment on column gis.history.actor is 'name of the token, or id of the account; null for others';
comment on column gis.history.was is 'members that changed, as they were';
comment on column gis.history.became is 'the same members as they are from then on';
comment on column gis.history.reason is 'why, in somebody''s words';
-- Readers of the schema get every new view of it by default. Not this one.
do $$
declare
    reader text;
begin
    for reader in select grantee::regrole::text from pg_class c cross join aclexplode(c.relacl) a
                  where c.oid = 'gis.history'::regclass and a.grantee <> c.relowner and a.grantee <> 0 loop
        execute format('revoke all on gis.history from %s', reader);
    end loop;
end $$;

-- What a removal of a data set, or an import that replaced records, took away stays for 30 days.
create table removals (
    id          uuid primary key,
    removed_at  timestamptz not null default now(),
    data_source text not null,
    source      jsonb
);
comment on table removals is 'removals that can still be undone';
comment on column removals.id is 'UUID; the key';
comment on column removals.removed_at is 'when';
comment on column removals.data_source is 'id of the data source, or of the first of several';
comment on column removals.source is 'row of data_sources that went; null where it stays';

alter table held_observations drop constraint held_observations_publication_check;
alter table held_observations add constraint held_observations_publication_check check (publication in ('pending', 'withdrawn', 'removed'));
alter table held_observations add column removal uuid references removals (id);
-- A record that was removed may be stored anew meanwhile.
drop index held_observations_id;
create unique index held_observations_id on held_observations (id) where removal is null;
comment on index held_observations_id is 'single records that are not public';
create index held_observations_removal on held_observations (removal) where removal is not null;
comment on column held_observations.publication is 'pending: waits for a review; withdrawn; removed: went with its data source while it was public';
comment on column held_observations.removal is 'removals.id; null where the data source stays';
comment on index held_observations_removal is 'removals are undone, and end';

create table held_absences (
    like absences including defaults including generated including constraints including comments,
    removal uuid not null references removals (id),
    primary key (removal, id),
    foreign key (taxon_key) references taxa (key)
);
create index held_absences_taxon on held_absences (taxon_key);
create table held_events (
    like sampling_events including defaults including generated including constraints including comments,
    removal uuid not null references removals (id),
    primary key (removal, id)
);
create table held_pools (
    like pools including defaults including generated including constraints including comments,
    removal uuid not null references removals (id),
    primary key (removal, id),
    foreign key (taxon_key) references taxa (key)
);
create index held_pools_taxon on held_pools (taxon_key);
comment on table held_absences is 'absences that were removed, with the columns of absences';
comment on table held_events is 'sampling events that were removed, with the columns of sampling_events';
comment on table held_pools is 'pools that were removed, with the columns of pools';
comment on column held_absences.removal is 'removals.id';
comment on column held_events.removal is 'removals.id';
comment on column held_pools.removal is 'removals.id';
comment on index held_absences_taxon is 'names that no record has are removed';
comment on index held_pools_taxon is 'names that no record has are removed';

-- What people make of a record, one row a person and time.
create table identifications (
    id              bigint generated always as identity primary key,
    observation_id  uuid not null,
    at              timestamptz not null default clock_timestamp(),
    decision        text not null check (decision in ('confirm', 'correct', 'reject', 'needs_more')),
    scientific_name text check (length(scientific_name) between 1 and 300),
    life_stage      text check (length(life_stage) between 1 and 100),
    sex             text check (length(sex) between 1 and 100),
    actor_kind      text not null,
    actor           text,
    reason          text check (length(reason) between 1 and 2000),
    comment         text check (length(comment) between 1 and 2000)
);
create index identifications_observation on identifications (observation_id, id);
comment on table identifications is 'what reviewers said of records';
comment on column identifications.id is 'grows; the key';
comment on column identifications.observation_id is 'the record, in observations or held_observations';
comment on column identifications.at is 'when';
comment on column identifications.decision is 'confirm, correct, reject or needs_more';
comment on column identifications.scientific_name is 'the name that the reviewer gives the record';
comment on column identifications.life_stage is 'the life stage that the reviewer gives it; null for none';
comment on column identifications.sex is 'the sex that the reviewer gives it; null for none';
comment on column identifications.actor_kind is 'as in history';
comment on column identifications.actor is 'as in history';
comment on column identifications.reason is 'why it is rejected';
comment on column identifications.comment is 'to the reporter';
comment on index identifications_observation is 'what was said of a record';
