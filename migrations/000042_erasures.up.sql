-- A person may go while the records stay. What is left of the person is a hash of the account's id, so that a backup of before does not bring
-- the person back: ids of accounts have 74 random bits, and nobody finds one by trying.
create table erasures (
    hash      bytea primary key check (length(hash) = 32),
    erased_on date not null default current_date
);
comment on table erasures is 'accounts that were erased, which a restored backup erases anew';
comment on column erasures.hash is 'SHA-256 of the id of the account as text; the key';
comment on column erasures.erased_on is 'the day';

-- What somebody did is looked for when the person asks for it, or asks to be forgotten.
create index history_actor on history (actor, id) where actor_kind = 'account';
comment on index history_actor is 'what an account did';
create index identifications_actor on identifications (actor, id) where actor_kind = 'account';
comment on index identifications_actor is 'what an account made of records';

-- An invitation that was accepted for a new account had the name of its person, and nothing that said whose it is.
delete from invitations where accepted_at is not null and account_id is null;
comment on column invitations.account_id is 'the account that gets a new password, or that was made; null for a new account that waits';

-- A redaction may also take the account from the entries that it made.
create or replace function keep_history() returns trigger language plpgsql as $$
begin
    if tg_op = 'UPDATE' then
        if current_setting('skeeter.redaction', true) = 'on'
           and (to_jsonb(old) - array['was', 'became', 'actor_kind', 'actor']) = (to_jsonb(new) - array['was', 'became', 'actor_kind', 'actor'])
           and ((old.actor_kind, old.actor) is not distinct from (new.actor_kind, new.actor)
                or old.actor_kind = 'account' and new.actor_kind in ('account', 'reporter') and new.actor is null)
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

-- The entries that an account made no longer say whose they are. Those of its own records are then a reporter's, so that what the person withdrew
-- stays withdrawn; and no entry of these records says who observed, whoever made it.
create function redact_account(of_account uuid) returns bigint
    language plpgsql security definer set search_path = public, pg_temp as $$
declare
    redacted bigint;
    members constant text[] := array['observer_name', 'user_id', 'metadata'];
begin
    perform set_config('skeeter.redaction', 'on', true);
    with own as materialized (
        select id::text as id from observations where account = of_account
        union
        select id::text from held_observations where account = of_account
    ), entries as materialized (
        select h.id, false as own from history h where h.actor_kind = 'account' and h.actor = of_account::text
            and not (h.entity = 'observation' and h.entity_id in (select id from own))
        union all
        select h.id, true from own join history h on h.entity = 'observation' and h.entity_id = own.id
    )
    update history h
    set actor = case when h.actor_kind = 'account' and h.actor = of_account::text then null else h.actor end,
        actor_kind = case when e.own and h.actor_kind = 'account' and h.actor = of_account::text then 'reporter' else h.actor_kind end,
        was = case when e.own and h.was ?| members
                   then (select jsonb_object_agg(key, case when key = any(members) then '"redacted"' else value end) from jsonb_each(h.was)) else h.was end,
        became = case when e.own and h.became ?| members
                      then (select jsonb_object_agg(key, case when key = any(members) then '"redacted"' else value end) from jsonb_each(h.became)) else h.became end
    from entries e where e.id = h.id;
    get diagnostics redacted = row_count;
    perform set_config('skeeter.redaction', '', true);
    return redacted;
end $$;
revoke all on function redact_account from public;
comment on function redact_account is 'takes an account from the history, and who observed from the entries of its records';
comment on column history.actor is 'name of the token, or id of the account; null for others, and for accounts that were erased';
comment on column gis.history.actor is 'name of the token, or id of the account; null for others, and for accounts that were erased';
