-- The entries of accounts stay: the history is only added to. Erasing a person then no longer takes the name and the id from those of the account.
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
create or replace function redact_account(of_account uuid) returns bigint
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
comment on function redact_account is 'takes an account from the history, and who observed from the entries of its records';
comment on column history.entity_id is 'which one';
comment on column gis.history.entity_id is 'which one';
