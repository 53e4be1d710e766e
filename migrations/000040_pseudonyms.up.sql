-- Who may not see who reported a record sees a pseudonym instead of user_id: a hash with this key. All servers of the database make the same one, and
-- so does one that is restored from a backup.
create table pseudonym_key (
    one bool primary key default true check (one),
    key bytea not null check (length(key) = 32)
);
comment on table pseudonym_key is 'the key by which ids of users are hashed for others; one row';
comment on column pseudonym_key.one is 'true; the key';
comment on column pseudonym_key.key is '32 random bytes; secret';
insert into pseudonym_key (key) select decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex');
