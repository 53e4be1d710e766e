package databases_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/cluster"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/migrations"
	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

// beforeRelease is a database of before 0.1.0, of schema version 13.
const beforeRelease = "../../migrations/testdata/before-0.1.0.sql"

// released starts the cluster of a deployment, whose database was made by the program of an earlier release, with a second such database
// beside it. It returns the URLs of both.
func released(t *testing.T, d *skeetertest.Deployment, dump string) (started *cluster.Cluster, embedded, beside string) {
	t.Helper()
	statements, err := os.ReadFile(dump)
	if err != nil {
		t.Fatal(err)
	}
	started, err = cluster.Start(t.Context(), cluster.Options{Dir: filepath.Join(d.Dir, "db"), BinDir: os.Getenv("SKEETER_POSTGRES_BIN")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = started.Stop() })
	embedded, beside = started.URL(), started.URLOf("beside")
	pgtest.RunOn(t, started.URLOf("postgres"), "drop database skeeter")
	pgtest.RunOn(t, started.URLOf("postgres"), "create database skeeter")
	pgtest.RunOn(t, embedded, string(statements))
	pgtest.RunOn(t, started.URLOf("postgres"), "create database beside template skeeter")
	return started, embedded, beside
}

// dump writes a file as skeeter backup does, whatever the version of the schema.
func dumpOf(t *testing.T, d *skeetertest.Deployment, url, name string) (file string) {
	t.Helper()
	bin, err := cluster.FindPrograms("", "pg_dump")
	if err != nil {
		t.Fatal(err)
	}
	file = filepath.Join(d.Dir, name)
	out, err := exec.CommandContext(t.Context(), filepath.Join(bin, "pg_dump"), "--format=custom", "--no-owner", "--no-privileges",
		"--no-unlogged-table-data", "--file="+file, "--dbname="+url).CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return file
}

// TestDatabasesOfReleasesAreServed: the program takes over what an earlier one made, embedded, by its address and from a backup. The short form has the
// oldest database, which has the longest way, and not by its address: package migrations takes all of them to the newest schema, and
// TestServerRunsAsAWriter migrates an external one.
func TestDatabasesOfReleasesAreServed(t *testing.T) {
	t.Parallel()
	dumps, err := filepath.Glob("../../migrations/testdata/*.sql")
	if err != nil || len(dumps) == 0 {
		t.Fatal(dumps, err)
	}
	if !testenv.Long() {
		dumps = []string{beforeRelease}
	}
	for _, dump := range dumps {
		t.Run(strings.TrimSuffix(filepath.Base(dump), ".sql"), func(t *testing.T) {
			t.Parallel()
			d := skeetertest.New(t)
			started, embedded, beside := released(t, d, dump)
			file := dumpOf(t, d, embedded, "records.dump")
			if err := started.Stop(); err != nil {
				t.Fatal(err)
			}
			own := d.Serve()
			servers := map[string]*skeetertest.Server{"embedded": own}
			restored := skeetertest.Empty(t, "SKEETER_DEMO=false")
			if said := restored.MustRun("restore", file); !strings.Contains(said, ", 1 absences, ") {
				t.Errorf("restore said %q", said)
			}
			servers["restored"] = restored.Serve()
			if testenv.Long() {
				outside := skeetertest.On(t, beside)
				servers["by its address"] = outside.Serve()
				if version, other := d.MustRun("migrate", "version"), outside.MustRun("migrate", "version"); version != other {
					t.Errorf("embedded: %s, by its address: %s", version, other)
				}
			}
			want := own.Count("/api/v1/stats")
			for name, s := range servers {
				if n := s.Count("/api/v1/stats"); n < 10 || n != want {
					t.Errorf("%s: %d records, want %d", name, n, want)
				}
				if n := s.Count("/api/v1/observations?species=aedes-albopictus&country=mc"); n != 1 {
					t.Errorf("%s: %d reports in Monaco", name, n)
				}
				if a := s.Get("/api/v1/observations/6f0b2a54-1d5c-4c0a-9a53-0f7f3f1e0b11"); a.Status != 200 || !strings.Contains(string(a.Body), `"species_scientific_name":"Aedes albopictus"`) {
					t.Errorf("%s: %d %s", name, a.Status, a.Body)
				}
				s.Create(skeetertest.Observation)
				testenv.Eventually(t, "the new record is counted", func() bool { return s.Count("/api/v1/stats") == want+1 })
			}
		})
	}
}

// TestOldSchemasAreRefused by every command, and are left as they are.
func TestOldSchemasAreRefused(t *testing.T) {
	t.Parallel()
	d := skeetertest.New(t, "SKEETER_READONLY_PASSWORD=correct horse battery")
	started, embedded, beside := released(t, d, beforeRelease)
	backup := dumpOf(t, d, embedded, "good.dump")
	for _, url := range []string{embedded, beside} {
		pgtest.RunOn(t, url, "update schema_migrations set version = 9")
	}
	before := dumpOf(t, d, beside, "old.dump")
	records := d.File("records.csv", backedUp)
	outside := skeetertest.On(t, beside, "SKEETER_READONLY_PASSWORD=correct horse battery")
	commands := [][]string{
		{"serve"}, {"import", records}, {"export", "--format", "csv"}, {"dataset", "list"}, {"dataset", "remove", "A field survey"}, {"demo"}, {"demo", "--remove"},
		{"migrate", "up"}, {"migrate", "down"}, {"migrate", "down", "all"}, {"grant-readonly", "map_reader"}, {"grant-readonly", "--revoke", "map_reader"}, {"backup", "x.dump"},
	}
	refused := func(d *skeetertest.Deployment, commands [][]string) {
		t.Helper()
		for _, command := range commands {
			r := d.Run(command...)
			if want := "version 9, which is too old for this program: let a build of commit " + migrations.LastBefore; r.Code != 1 || !strings.Contains(r.Stderr, want) {
				t.Errorf("skeeter %v: exit status %d: %s", command, r.Code, r.Stderr)
			}
		}
		if said := d.MustRun("migrate", "version"); said != "schema version 9\n" {
			t.Errorf("migrate version said %q", said)
		}
	}
	refused(outside, commands)
	count := func(url string) string {
		t.Helper()
		db, err := pgx.Connect(t.Context(), url)
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close(t.Context())
		var counted string
		if err := db.QueryRow(t.Context(), `select concat_ws(' ', (select count(*) from observations), (select count(*) from data_sources),
			(select count(*) from translations), (select count(*) from pg_class), (select version from schema_migrations))`).Scan(&counted); err != nil {
			t.Fatal(err)
		}
		return counted
	}
	first := count(beside)
	if err := started.Stop(); err != nil {
		t.Fatal(err)
	}
	if !testenv.Long() { // the same refusal, once the program has started its cluster
		commands = [][]string{{"serve"}, {"import", records}, {"backup", "x.dump"}}
	}
	refused(d, append(commands, []string{"restore", backup}, []string{"restore", "--replace", backup}))

	// A backup that is as old.
	other := skeetertest.New(t)
	want := fmt.Sprintf("holds a schema of version 9, which is too old for this program: restore it with a build of commit %s", migrations.LastBefore)
	other.Refuses(1, want, "restore", before)

	// What the program of that commit does, and this one's start after it.
	again, err := cluster.Start(t.Context(), cluster.Options{Dir: filepath.Join(d.Dir, "db"), BinDir: os.Getenv("SKEETER_POSTGRES_BIN")})
	if err != nil {
		t.Fatal(err)
	}
	for _, url := range []string{embedded, beside} {
		if now := count(url); now != first {
			t.Errorf("%s holds %s, and held %s", url, now, first)
		}
	}
	pgtest.RunOn(t, embedded, "update schema_migrations set version = 13")
	if err := again.Stop(); err != nil {
		t.Fatal(err)
	}
	if !testenv.Long() { // TestDatabasesOfReleasesAreServed goes on from here
		return
	}
	s := d.Serve()
	if n := s.Count("/api/v1/stats"); n < 10 {
		t.Errorf("%d records", n)
	}
	s.Stop(syscall.SIGTERM)
}
