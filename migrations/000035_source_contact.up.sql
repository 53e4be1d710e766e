alter table data_sources add column contact text;
comment on column data_sources.contact is 'whom to ask: a name, an address; null when the source does not say';
