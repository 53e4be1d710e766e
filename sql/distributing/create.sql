-- Writes the statements that make empty distributed tables, with the columns of the public ones. Generated columns become plain ones: their values are
-- copied. What reads them has the schema distributed first in its search_path, so there are views of the change log and functions that
-- show it as far as the tables have it. held is volatile: after it waited for a change, a statement of its own sees that, and a transaction
-- with an older snapshot gets the error. Who may write the public tables may write these. The schema is made without Citus, which makes it and its owner's
-- role on the workers for the first table then, as superuser; in a transaction that has made the schema there it would do so as the role itself.
-- Caller: distributing.create
with records (nth, name) as (
    values (1, 'observations'), (2, 'sampling_events'), (3, 'pools'), (4, 'absences')
), logs (name) as (
    values ('observation_changes'), ('observation_touches'), ('event_changes'), ('pool_changes'), ('absence_changes')
), writers as (
    select distinct a.grantee::regrole::text as role
    from pg_class c cross join aclexplode(c.relacl) a
    where c.oid = 'public.observations'::regclass and a.privilege_type = 'INSERT' and a.grantee not in (0, c.relowner)
)
select statement from (
    select 1, nth, statement from (values
        (1, 'set local citus.enable_ddl_propagation = off'),
        (2, 'create schema distributed'),
        (3, 'set local citus.enable_ddl_propagation = on'),
        (4, 'set local citus.multi_shard_modify_mode = sequential') -- tables and functions in one transaction
    ) s (nth, statement)
    union all
    select 2, nth, format('create table distributed.%1$I (like public.%1$I including storage including compression, primary key (id))', name) from records
    union all
    select 3, nth, format('select create_distributed_table(%L, ''id'', %s)', 'distributed.' || name,
                          case when nth = 1 then format('shard_count => %s', @shards::int) else 'colocate_with => ''distributed.observations''' end)
    from records
    union all
    -- some rows on each shard: to ask for their numbers is to ask every worker whether it has a change
    select 4, 0, 'create table distributed.shards (shard int primary key, number bigint not null default 0)'
    union all
    select 5, 0, format('select create_distributed_table(''distributed.shards'', ''shard'', colocate_with => ''none'', shard_count => %s)', @shards::int)
    union all
    -- readers hold a lock on it until their transaction ends
    select 6, 0, 'create table distributed.gate ()'
    union all
    -- how far the rows of a table are copied: to an id, null before the first, and whether all are
    select 7, 0, 'create table distributed.copies (entity text primary key, until uuid, rows bigint not null default 0, done boolean not null default false)'
    union all
    select 8, nth, format('insert into distributed.copies (entity) values (%L)', name) from records
    union all
    select 9, 0, $$create function distributed.held() returns pg_snapshot language plpgsql set search_path = public, pg_temp as $body$
declare
    found distribution;
begin
    perform from distributed.gate;
    select * into found from distribution;
    if found.position is null or found.number <> (select last_value from distribution_number) then
        raise exception 'the distributed tables changed meanwhile' using errcode = 'cannot_connect_now';
    end if;
    return found.held;
end $body$ $$
    union all
    select 10, 0, $$create function distributed.log_snapshot() returns text language sql as 'select distributed.held()::text'$$
    union all
    select 11, 0, $$create function distributed.log_epoch() returns text language sql as
                    'select case when distributed.held() is not null then public.log_epoch() end'$$
    union all
    select 12, 0, format('create view distributed.%1$I as select * from public.%1$I where pg_visible_in_snapshot(xid, (select distributed.held()))', name) from logs
    union all
    select 13, 0, format('grant usage on schema distributed to %s', role) from writers
    union all
    select 14, 0, format('grant select, insert, update, delete on all tables in schema distributed to %s', role) from writers
) s (step, nth, statement)
order by step, nth, statement
