package importing_test

import (
	"sync"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/observe/transfer/datasets"
	"github.com/skeeter-surveillance/skeeter/observe/transfer/importing"
	"github.com/skeeter-surveillance/skeeter/sql"
)

// waits returns when a session waits for an advisory lock.
func (i *fixture) waits() {
	i.t.Helper()
	testenv.Eventually(i.t, "somebody waits for a lock", func() bool {
		return pgtest.Value[bool](i.t, i.db, "select exists (select from pg_stat_activity where datname = current_database() and wait_event = 'advisory')")
	})
}

const twoEvents = header + ",eventID,samplingProtocol,samplingEffort\n" +
	"a1,Culex pipiens,48.85,2.35,2019-06-01,3,e1,CO2 trap,2 trap-nights\n" +
	"a2,Culex pipiens,48.85,2.35,2019-06-01,0,e1,CO2 trap,2 trap-nights\n" +
	",,48.87,2.37,2019-06-03,0,e2,CO2 trap,1 trap-nights\n"

// TestImportsAtOnceWithoutKeys: a file that comes three times at once, and what undoes its removal meanwhile, store its records once, though no
// unique key tells.
func TestImportsAtOnceWithoutKeys(t *testing.T) {
	t.Parallel()
	i := newFixture(t)
	pgtest.DropKeys(t, i.db)
	path := i.file("once.csv", twoEvents)
	i.must(path, importing.Options{})
	removed, err := datasets.Remove(t.Context(), i.db, "once")
	if err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for range 3 {
		all.Go(func() {
			if _, err := i.try(path, importing.Options{Rejects: i.dir + "/" + uuid.NewString()}); err != nil {
				t.Error(err)
			}
		})
	}
	all.Go(func() {
		if _, _, err := datasets.Restore(t.Context(), i.db, removed.ID); err != nil {
			t.Error(err)
		}
	})
	all.Wait()
	counted := pgtest.Value[string](t, i.db, `select concat_ws(' ', (select count(*) from observations), (select count(*) from absences), (select count(*) from sampling_events))`)
	if counted != "1 1 2" {
		t.Errorf("there are %s records, absences and events, want 1 1 2", counted)
	}
}

// TestImportWaitsForAnEvent: an import finds the event that somebody is creating, and the other waits for an import.
func TestImportWaitsForAnEvent(t *testing.T) {
	t.Parallel()
	i := newFixture(t)
	pgtest.DropKeys(t, i.db)
	path := i.file("once.csv", twoEvents)
	i.must(path, importing.Options{})
	pgtest.Run(t, i.db, "delete from sampling_events where event_id = 'e1'")
	id := surveillance.EventUUID("once", "e1")
	tx := pgtest.Begin(t, i.db)
	pgtest.Run(t, tx, sql.Get("keyed/lock_id.sql").String(), pgx.StrictNamedArgs{"source": "once", "id": id})
	pgtest.Run(t, tx, `insert into sampling_events (id, data_source_key, event_id, geom, ended_at, date_precision)
		select $1, data_source_key, 'e1', geom, ended_at, 'day' from sampling_events`, id)
	done := make(chan importing.Report)
	go func() { done <- i.must(path, importing.Options{}) }()
	i.waits()
	if err := tx.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	if r := <-done; r.Events.Inserted != 0 || r.Events.Updated != 1 {
		t.Errorf("the import reports %+v", r.Events)
	}
	if n := pgtest.Value[int](t, i.db, "select count(*) from sampling_events"); n != 2 {
		t.Errorf("there are %d events, want 2", n)
	}
}

// TestOwnFileWaitsForARecord: a file of our own finds the record that somebody is creating by the API under an id of the client's.
func TestOwnFileWaitsForARecord(t *testing.T) {
	t.Parallel()
	i := ownRecords(t)
	pgtest.DropKeys(t, i.db)
	path := i.exported("own.csv", "csv", true)
	id := pgtest.Value[uuid.UUID](t, i.db, "select id from observations where user_id = 'u1' and data_source_key is null")
	records := pgtest.Value[int](t, i.db, "select count(*) from observations")
	tx := pgtest.Begin(t, i.db)
	pgtest.Run(t, i.db, "create table kept as select * from observations where user_id = 'u1' and data_source_key is null")
	pgtest.Run(t, i.db, "delete from observations where id = $1", id)
	pgtest.Run(t, tx, sql.Get("observe/lock_ids.sql").String(), pgx.StrictNamedArgs{"ids": []uuid.UUID{id}})
	pgtest.Run(t, tx, `insert into observations (id, taxon_key, geom, observed_at, date_precision, count, country_id, region_id)
		select id, taxon_key, geom, observed_at, date_precision, 1, country_id, region_id from kept`)
	done := make(chan importing.Report)
	go func() { done <- i.must(path, importing.Options{}) }()
	i.waits()
	if err := tx.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	if r := <-done; r.Inserted != 0 || r.Updated != 1 {
		t.Errorf("the import reports %d new and %d changed records", r.Inserted, r.Updated)
	}
	if n := pgtest.Value[int](t, i.db, "select count(*) from observations"); n != records {
		t.Errorf("there are %d records, want %d", n, records)
	}
}
