-- Two have to agree, and a token is nobody: its word is that of who made it.
alter table tokens add column made_by uuid references accounts on delete set null;
comment on column tokens.made_by is 'account that made it; null for the command line, for one that was erased';
update tokens t set made_by = a.id
from history h
join accounts a on a.id::text = h.actor
where h.entity = 'token' and h.entity_id = t.id::text and h.action = 'created' and h.actor_kind = 'account';

create function person_behind(kind text, name text) returns text language sql stable
    return coalesce(case kind when 'account' then name when 'token' then (select min(t.made_by::text) from tokens t where t.name = person_behind.name) end,
                    kind || ' ' || coalesce(name, ''));
comment on function person_behind is 'the person whose word is that of an actor of the history: the same for an account and the tokens that it made';

comment on column held_observations.held_reason is 'why: anonymous, count or name for what waits, reporter or writer for who withdrew it';

-- What nobody but a reviewer may see has names that nobody else may know.
comment on column taxa.private_to is 'the private data sources (all_data_sources.key) that alone have the name, none where records that wait have it; null: everybody may know it';
update taxa t set private_to = '{}'
where not t.in_catalog and t.private_to is null
  and exists (select from held_observations h where h.taxon_key = t.key and h.publication = 'pending')
  and not exists (select from held_observations h where h.taxon_key = t.key and h.publication <> 'pending')
  and not exists (select from observations o where o.taxon_key = t.key)
  and not exists (select from absences a where a.taxon_key = t.key)
  and not exists (select from pools p where p.taxon_key = t.key)
  and not exists (select from held_absences a where a.taxon_key = t.key)
  and not exists (select from held_pools p where p.taxon_key = t.key)
  and t.key not in (select taxa_elsewhere());
