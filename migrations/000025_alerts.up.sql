-- Rules of alerts, and the alerts that they raised. They stand apart from records and events: a rule reads these, and nothing here keeps
-- a record from being changed.

create table alert_rules (
    id           uuid primary key,
    kind         text not null check (kind in ('introduction', 'excess', 'anomaly', 'infection', 'silence')),
    name         text not null check (length(name) between 1 and 200),
    species      text check (length(species) between 1 and 300),
    disease      text check (length(disease) between 1 and 100),
    area_id      text references areas (id),
    area_set     text check (area_set ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(area_set) <= 100),
    parameters   jsonb not null default '{}' check (jsonb_typeof(parameters) = 'object'),
    enabled      boolean not null default true,
    send         text not null default 'none' check (send in ('none', 'webhook', 'mail')),
    webhook_url  text check (length(webhook_url) between 1 and 2000),
    mail_to      text[] not null default '{}' check (cardinality(mail_to) <= 20),
    digest       text not null default 'daily' check (digest in ('daily', 'weekly')),
    send_since   timestamptz,
    mailed_at    timestamptz,
    evaluated_at timestamptz,
    problem      text,
    created_at   timestamptz not null default now(),
    updated_at   timestamptz not null default now(),
    constraint alert_rules_one_subject check (species is null or disease is null),
    constraint alert_rules_one_place check (area_id is null or area_set is null),
    constraint alert_rules_send check ((send = 'webhook') = (webhook_url is not null) and (send = 'mail') = (mail_to <> '{}')
                                       and (send = 'none') = (send_since is null))
);
create index alert_rules_area on alert_rules (area_id) where area_id is not null;
create index alert_rules_area_set on alert_rules (area_set) where area_set is not null;

comment on table alert_rules is 'rules that raise alerts; at most 1,000';
comment on column alert_rules.id is 'UUID; the key';
comment on column alert_rules.kind is 'what is looked for: introduction, excess, anomaly, infection or silence';
comment on column alert_rules.name is 'what people call the rule';
comment on column alert_rules.species is 'scientific name or id of a species, group or genus; null for a disease or for all mosquitoes';
comment on column alert_rules.disease is 'diseases.id: the species that carry it';
comment on column alert_rules.area_id is 'areas.id; null for everywhere or for a set. An area that a rule uses is not removed';
comment on column alert_rules.area_set is 'areas.set, of which each area is looked at on its own; null for one area or everywhere';
comment on column alert_rules.parameters is 'parameters of the kind, as JSON';
comment on column alert_rules.enabled is 'false: the rule is not evaluated, and its alerts stay as they are';
comment on column alert_rules.send is 'none, webhook (each alert) or mail (a digest)';
comment on column alert_rules.webhook_url is 'where alerts are sent; null unless send is webhook';
comment on column alert_rules.mail_to is 'addresses of the digest; {} unless send is mail';
comment on column alert_rules.digest is 'daily or weekly; of mail alone';
comment on column alert_rules.send_since is 'alerts that were raised before are not sent; null when none are';
comment on column alert_rules.mailed_at is 'when the last digest was due, whether or not there was something to say';
comment on column alert_rules.evaluated_at is 'when the rule was last evaluated as it is now; null when it was not';
comment on column alert_rules.problem is 'why the last evaluation found nothing out; null when it did';
comment on column alert_rules.created_at is 'when the rule was stored';
comment on column alert_rules.updated_at is 'when the rule was last changed';

create table alerts (
    id            uuid primary key,
    rule_id       uuid not null references alert_rules (id) on delete cascade,
    key           text not null check (length(key) between 1 and 1000),
    title         text not null,
    facts         jsonb not null check (jsonb_typeof(facts) = 'object'),
    geom          geometry(Point, 4326),
    area_id       text,
    day           date not null,
    historical    boolean not null,
    state         text not null default 'new' check (state in ('new', 'seen')),
    note          text check (length(note) between 1 and 4000),
    raised_at     timestamptz not null default now(),
    updated_at    timestamptz not null default now(),
    closed_at     timestamptz,
    closed_reason text,
    sent_at       timestamptz,
    send_attempts smallint not null default 0,
    send_after    timestamptz,
    unique (rule_id, key),
    check ((closed_at is null) = (closed_reason is null))
);
create index alerts_raised on alerts (raised_at desc, id);
create index alerts_rule on alerts (rule_id, raised_at desc, id);
create index alerts_unsent on alerts (rule_id, raised_at) where sent_at is null and not historical;

comment on table alerts is 'alerts that rules raised, open and closed';
comment on column alerts.id is 'UUID, made of rule_id and key; the key';
comment on column alerts.rule_id is 'alert_rules.id';
comment on column alerts.key is 'what the alert is about within its rule: the same facts have the same key and raise one alert';
comment on column alerts.title is 'one line in English';
comment on column alerts.facts is 'what the rule found, as JSON; its members depend on the kind of the rule';
comment on column alerts.geom is 'place of the facts, WGS 84; null where they have none but their area';
comment on column alerts.area_id is 'areas.id of the area of the facts; null for everywhere';
comment on column alerts.day is 'day of the facts';
comment on column alerts.historical is 'true: the facts were older than 60 days when the alert was raised, so that it is in no feed and is not sent';
comment on column alerts.state is 'new or seen';
comment on column alerts.note is 'what people wrote about the alert';
comment on column alerts.raised_at is 'when the facts were first found';
comment on column alerts.updated_at is 'when the alert was last changed';
comment on column alerts.closed_at is 'when the facts were no longer there; null for an open alert';
comment on column alerts.closed_reason is 'why: record_removed, record_rejected, earlier_record, facts_changed, events_removed, pools_removed, site_reported or rule_changed';
comment on column alerts.sent_at is 'when the alert was sent by its rule; null when it was not';
comment on column alerts.send_attempts is 'how often sending failed';
comment on column alerts.send_after is 'before this it is not sent again; infinity when the server gave up';

-- One row says what the rules were last evaluated for, so that of several servers one does the work.
create table alert_evaluation (
    only_row     boolean primary key default true check (only_row),
    subject      text not null,
    evaluated_at timestamptz not null
);
comment on table alert_evaluation is 'the last evaluation of all rules';
comment on column alert_evaluation.only_row is 'true: there is one row';
comment on column alert_evaluation.subject is 'names the state of the data and of the rules';
comment on column alert_evaluation.evaluated_at is 'when it ended';
