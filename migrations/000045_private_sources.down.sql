do $$
begin
    if exists (select from all_data_sources where private) then
        raise exception 'private data sources would become public: publish or remove them first';
    end if;
end $$;
create or replace function redact_account(of_account uuid) returns bigint
    language plpgsql security definer set search_path = public, pg_temp as $$
declare
    redacted bigint;
begin
    perform set_config('skeeter.redaction', 'on', true);
    with own as materialized (
        select id::text as id from observations where account = of_account
        union
        select id::text from held_observations where account = of_account
    ), entries as materialized (
        -- one row an entry: that an account made, of one of its records, or of the account itself, which it may have made too
        select h.id, array[]::text[] as members from history h where h.actor_kind = 'account' and h.actor = of_account::text
            and not (h.entity = 'observation' and h.entity_id in (select id from own)) and not (h.entity = 'account' and h.entity_id = of_account::text)
        union all
        select h.id, array['observer_name', 'user_id', 'metadata'] from own join history h on h.entity = 'observation' and h.entity_id = own.id
        union all
        select h.id, array['name'] from history h where h.entity = 'account' and h.entity_id = of_account::text
    )
    update history h
    set actor = case when h.actor_kind = 'account' and h.actor = of_account::text then null else h.actor end,
        actor_kind = case when h.entity = 'observation' and e.members <> '{}' and h.actor_kind = 'account' and h.actor = of_account::text
                          then 'reporter' else h.actor_kind end,
        entity_id = case when h.entity = 'account' and h.entity_id = of_account::text then 'erased' else h.entity_id end,
        was = case when h.was ?| e.members
                   then (select jsonb_object_agg(key, case when key = any(e.members) then '"redacted"' else value end) from jsonb_each(h.was)) else h.was end,
        became = case when h.became ?| e.members
                      then (select jsonb_object_agg(key, case when key = any(e.members) then '"redacted"' else value end) from jsonb_each(h.became)) else h.became end
    from entries e where e.id = h.id;
    get diagnostics redacted = row_count;
    perform set_config('skeeter.redaction', '', true);
    return redacted;
end $$;
drop function records_of_account;
drop function renew_private_schemas;
drop function taxa_elsewhere;
drop function set_private;
drop function copy_rows;
drop function create_private_triggers;
drop function create_private_schema;
drop function hide_extents;
drop function private_tables;
alter table taxa drop column private_to;
drop function private_here;
drop trigger observations_kept_apart on observations;
drop trigger observations_kept_apart_still on observations;
drop trigger absences_kept_apart on absences;
drop trigger absences_kept_apart_still on absences;
drop trigger sampling_events_kept_apart on sampling_events;
drop trigger sampling_events_kept_apart_still on sampling_events;
drop trigger pools_kept_apart on pools;
drop trigger pools_kept_apart_still on pools;
drop function keep_apart;
drop view data_sources;
alter table all_data_sources drop column private, drop column public_from, drop column tables_version;
alter table all_data_sources rename to data_sources;
comment on table data_sources is 'data sets that records were imported from';
