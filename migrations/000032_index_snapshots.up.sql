-- A server keeps its copy of the records in a file and goes on from there at its next start. The file of another database, or of a later state of
-- this one before an earlier copy of its folder was put back, may not be used: the database knows the files that were made of it.
create unlogged table index_snapshots (
    id       uuid primary key,
    saved_at timestamptz not null default now()
);
comment on table index_snapshots is 'snapshots of the records that servers keep in files; unlogged: a crash forgets them, as it forgets the log of changes';
comment on column index_snapshots.id is 'stands in the file';
comment on column index_snapshots.saved_at is 'when the file was written';
