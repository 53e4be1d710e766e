package main_test

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
	"github.com/skeeter-surveillance/skeeter/migrations"
)

// beforeRelease is a database of before 0.1.0, of schema version 13.
const beforeRelease = "../../migrations/testdata/before-0.1.0.sql"

// released starts the cluster of a home, whose database was made by the program of an earlier release, with a second such database
// beside it. It returns the URLs of both.
func (h *home) released(dump string) (started *cluster.Cluster, embedded, beside string) {
	h.t.Helper()
	statements, err := os.ReadFile(dump)
	if err != nil {
		h.t.Fatal(err)
	}
	started, err = cluster.Start(h.t.Context(), cluster.Options{Dir: filepath.Join(h.dir, "db"), BinDir: os.Getenv("SKEETER_POSTGRES_BIN")})
	if err != nil {
		h.t.Fatal(err)
	}
	h.t.Cleanup(func() { _ = started.Stop() })
	embedded, beside = started.URL(), started.URLOf("beside")
	h.exec(embedded, "create database beside")
	for _, url := range []string{embedded, beside} {
		h.exec(url, string(statements))
	}
	return started, embedded, beside
}

func (h *home) exec(url, statements string) {
	h.t.Helper()
	db, err := pgx.Connect(h.t.Context(), url)
	if err != nil {
		h.t.Fatal(err)
	}
	defer db.Close(h.t.Context())
	if _, err := db.Exec(h.t.Context(), statements); err != nil {
		h.t.Fatal(err)
	}
}

// dump writes a file as skeeter backup does, whatever the version of the schema.
func (h *home) dump(url, name string) (file string) {
	h.t.Helper()
	bin, err := cluster.FindPrograms("", "pg_dump")
	if err != nil {
		h.t.Fatal(err)
	}
	file = filepath.Join(h.dir, name)
	out, err := exec.CommandContext(h.t.Context(), filepath.Join(bin, "pg_dump"), "--format=custom", "--no-owner", "--no-privileges",
		"--no-unlogged-table-data", "--file="+file, "--dbname="+url).CombinedOutput()
	if err != nil {
		h.t.Fatalf("%v: %s", err, out)
	}
	return file
}

// TestDatabasesOfReleasesAreServed: the program takes over what an earlier one made, embedded, by its address and from a backup.
func TestDatabasesOfReleasesAreServed(t *testing.T) {
	t.Parallel()
	dumps, err := filepath.Glob("../../migrations/testdata/*.sql")
	if err != nil || len(dumps) == 0 {
		t.Fatal(dumps, err)
	}
	for _, dump := range dumps {
		t.Run(strings.TrimSuffix(filepath.Base(dump), ".sql"), func(t *testing.T) {
			t.Parallel()
			h := newHome(t, "SKEETER_DEMO=false")
			started, embedded, beside := h.released(dump)
			file := h.dump(embedded, "records.dump")
			if err := started.Stop(); err != nil {
				t.Fatal(err)
			}
			own := h.serve()
			outside := newHome(t, "SKEETER_DEMO=false", "SKEETER_DATABASE_URL="+beside)
			restored := newHome(t, "SKEETER_DEMO=false")
			if said := restored.ok("restore", file); !strings.Contains(said, ", 1 absences, ") {
				t.Errorf("restore said %q", said)
			}
			want := own.count("/api/v1/stats")
			for name, s := range map[string]*server{"embedded": own, "by its address": outside.serve(), "restored": restored.serve()} {
				if n := s.count("/api/v1/stats"); n < 10 || n != want {
					t.Errorf("%s: %d records, want %d", name, n, want)
				}
				if n := s.count("/api/v1/observations?species=aedes-albopictus&country=mc"); n != 1 {
					t.Errorf("%s: %d reports in Monaco", name, n)
				}
				if a := s.get("/api/v1/observations/6f0b2a54-1d5c-4c0a-9a53-0f7f3f1e0b11"); a.status != 200 || !strings.Contains(string(a.body), `"species_scientific_name":"Aedes albopictus"`) {
					t.Errorf("%s: %d %s", name, a.status, a.body)
				}
				decode[struct{ ID string }](t, s.do("POST", "/api/v1/observations", "application/json", observation), 201)
				eventually(t, "the new record is counted", func() bool { return s.count("/api/v1/stats") == want+1 })
			}
			if version, other := h.ok("migrate", "version"), outside.ok("migrate", "version"); version != other {
				t.Errorf("embedded: %s, by its address: %s", version, other)
			}
		})
	}
}

// TestOldSchemasAreRefused by every command, and are left as they are.
func TestOldSchemasAreRefused(t *testing.T) {
	t.Parallel()
	h := newHome(t, "SKEETER_READONLY_PASSWORD=correct horse battery")
	started, embedded, beside := h.released(beforeRelease)
	backup := h.dump(embedded, "good.dump")
	for _, url := range []string{embedded, beside} {
		h.exec(url, "update schema_migrations set version = 9")
	}
	before := h.dump(beside, "old.dump")
	records := h.file("records.csv", backedUp)
	outside := newHome(t, "SKEETER_DATABASE_URL="+beside, "SKEETER_READONLY_PASSWORD=correct horse battery")
	commands := [][]string{
		{"serve"}, {"import", records}, {"export", "--format", "csv"}, {"dataset", "list"}, {"dataset", "remove", "A field survey"}, {"demo"}, {"demo", "--remove"},
		{"migrate", "up"}, {"migrate", "down"}, {"migrate", "down", "all"}, {"grant-readonly", "map_reader"}, {"grant-readonly", "--revoke", "map_reader"}, {"backup", "x.dump"},
	}
	refused := func(h *home, commands [][]string) {
		t.Helper()
		for _, command := range commands {
			r := h.run(command...)
			if want := "version 9, which is too old for this program: let a build of commit " + migrations.LastBefore; r.code != 1 || !strings.Contains(r.stderr, want) {
				t.Errorf("skeeter %v: exit status %d: %s", command, r.code, r.stderr)
			}
		}
		if said := h.ok("migrate", "version"); said != "schema version 9\n" {
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
	refused(h, append(commands, []string{"restore", backup}, []string{"restore", "--replace", backup}))

	// A backup that is as old.
	other := newHome(t, "SKEETER_DEMO=false")
	want := fmt.Sprintf("holds a schema of version 9, which is too old for this program: restore it with a build of commit %s", migrations.LastBefore)
	if r := other.run("restore", before); r.code != 1 || !strings.Contains(r.stderr, want) {
		t.Errorf("an old backup: exit status %d: %s", r.code, r.stderr)
	}

	// What the program of that commit does, and this one's start after it.
	again, err := cluster.Start(t.Context(), cluster.Options{Dir: filepath.Join(h.dir, "db"), BinDir: os.Getenv("SKEETER_POSTGRES_BIN")})
	if err != nil {
		t.Fatal(err)
	}
	for _, url := range []string{embedded, beside} {
		if now := count(url); now != first {
			t.Errorf("%s holds %s, and held %s", url, now, first)
		}
	}
	h.exec(embedded, "update schema_migrations set version = 13")
	if err := again.Stop(); err != nil {
		t.Fatal(err)
	}
	s := h.serve()
	if n := s.count("/api/v1/stats"); n < 10 {
		t.Errorf("%d records", n)
	}
	s.signal(syscall.SIGTERM)
}
