-- Which accounts were erased is lost. What was erased does not come back.
drop function redact_account;
create or replace function keep_history() returns trigger language plpgsql as $$
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
comment on column history.actor is 'name of the token, or id of the account; null for others';
comment on column gis.history.actor is 'name of the token, or id of the account; null for others';
delete from invitations where accepted_at is not null;
comment on column invitations.account_id is 'the account that gets a new password; null for a new account';
drop index identifications_actor;
drop index history_actor;
drop table erasures;
