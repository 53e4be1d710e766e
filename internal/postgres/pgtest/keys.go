package pgtest

import "testing"

// dropKeys leaves the tables of records their ids, and takes from them what makes these unique.
const dropKeys = `
do $$
declare
    name text;
    made record;
begin
    foreach name in array array['observations', 'absences', 'sampling_events', 'pools'] loop
        for made in select conname from pg_constraint where conrelid = name::regclass and contype in ('p', 'u') loop
            execute format('alter table %I drop constraint %I cascade', name, made.conname);
        end loop;
        execute format('create index on %I (id)', name);
    end loop;
end $$`

// DropKeys drops the unique keys of the tables of records, those of the schema of the pool: partitioned tables have none of ids alone.
func DropKeys(t testing.TB, db database) {
	t.Helper()
	Run(t, db, dropKeys)
}
