package main_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5"
)

const backedUp = `scientificName,decimalLatitude,decimalLongitude,eventDate,individualCount,occurrenceStatus
Aedes aegypti,10,20,2020-01-02,3,present
Stegomyia aegypti,-22.9,-43.2,2021-05,1,present
Culex pipiens,41.9,12.5,2022-07-01/2022-07-08,12,present
Culex pipiens,41.9,12.5,2022-07-09,0,absent
Anopheles nosuchus,1,2,2019,1,present
`

// contents is everything that a backup has to bring back, as text: whole tables, views as a reader sees them, and roles.
func (h *home) contents(db *pgx.Conn) string {
	h.t.Helper()
	var b strings.Builder
	for _, query := range []string{
		"select to_jsonb(o)::text from observations o order by id", "select to_jsonb(a)::text from absences a order by 1",
		"select to_jsonb(d)::text from data_sources d order by 1", "select to_jsonb(t)::text from taxa t order by 1",
		"select to_jsonb(n)::text from taxon_names n order by 1", "select to_jsonb(p)::text from predictions p order by 1",
		"select to_jsonb(s)::text from schema_migrations s", "select id::text || ' ' || geom::text from gis.observations order by 1",
		"select region_id || ' ' || st_npoints(shape) from region_shapes order by 1",
		"select grantee || ' ' || table_name || ' ' || privilege_type from information_schema.role_table_grants where table_schema = 'gis' and grantee <> 'skeeter' order by 1",
		"select a.rolname || ' ' || a.rolpassword || ' ' || a.rolconnlimit from pg_authid a where a.rolname = 'map_reader'",
	} {
		rows, err := db.Query(context.Background(), query)
		if err != nil {
			h.t.Fatal(err)
		}
		lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			h.t.Fatalf("%s: %v", query, err)
		}
		fmt.Fprintf(&b, "-- %s: %d\n%s\n", query, len(lines), strings.Join(lines, "\n"))
	}
	return b.String()
}

func TestBackupAndRestore(t *testing.T) {
	t.Parallel()
	h := newHome(t, "SKEETER_DEMO=false", "SKEETER_READONLY_PASSWORD=correct horse battery")
	h.ok("import", h.file("records.csv", backedUp))
	h.ok("grant-readonly", "map_reader")
	s := h.serve()
	for _, body := range []string{observation, strings.Replace(observation, "albopictus", "japonicus", 1)} {
		decode[struct{ ID string }](t, s.do("POST", "/api/v1/observations", "application/json", body), 201)
	}
	if _, err := h.session().Exec(t.Context(), `insert into predictions (id, image_url, model_id, scientific_name, confidence)
		values ('11111111-2222-4333-8444-555555555555', '/static/predictions/x.jpg', 'test', 'Aedes aegypti', 0.5)`); err != nil {
		t.Fatal(err)
	}
	want := h.contents(h.session())
	stats := s.get("/api/v1/stats").body
	file := filepath.Join(h.dir, "records.dump")
	if out := h.ok("backup", file); !strings.Contains(out, "6 observations, 1 absences") || !strings.Contains(out, "copy the folder") {
		t.Errorf("backup said %q", out)
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the file: %v, %v", info, err)
	}
	if got := h.contents(h.session()); got != want {
		t.Error("the backup changed the database")
	}
	if r := h.run("backup", file); r.code != 1 || !strings.Contains(r.stderr, "is there already") {
		t.Errorf("over a file: %d %s", r.code, r.stderr)
	}
	if r := h.run("restore", file); r.code != 1 || !strings.Contains(r.stderr, "is in use") {
		t.Errorf("beside a running server: %d %s", r.code, r.stderr)
	}

	// Into a new directory.
	other := newHome(t, "SKEETER_DEMO=false")
	if out := other.ok("restore", file); !strings.Contains(out, "1 absences") || !strings.Contains(out, "1 roles may read") {
		t.Errorf("restore said %q", out)
	}
	restored := other.serve()
	if got := other.contents(other.session()); got != want {
		t.Errorf("what was restored differs:\n%s\nwant\n%s", got, want)
	}
	if got := restored.get("/api/v1/stats").body; !bytes.Equal(got, stats) {
		t.Errorf("statistics: %s, want %s", got, stats)
	}
	decode[struct{ ID string }](t, restored.do("POST", "/api/v1/observations", "application/json", observation), 201)
	restored.signal(syscall.SIGTERM)

	// Over what is there: refused, then replaced.
	s.signal(syscall.SIGTERM)
	if r := other.run("restore", file); r.code != 1 || !strings.Contains(r.stderr, "--replace") {
		t.Errorf("over records: %d %s", r.code, r.stderr)
	}
	if out := other.ok("restore", "--replace", file); !strings.Contains(out, "are gone") {
		t.Errorf("replace said %q", out)
	}
	other.serve()
	if got := other.contents(other.session()); got != want {
		t.Error("what was replaced differs")
	}
}

func TestDamagedBackupIsRefused(t *testing.T) {
	t.Parallel()
	h := newHome(t, "SKEETER_DEMO=false")
	h.ok("import", h.file("records.csv", backedUp))
	file := filepath.Join(h.dir, "records.dump")
	h.ok("backup", file)
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	flipped := bytes.Clone(whole)
	for i := len(flipped) / 2; i < len(flipped)/2+64; i++ {
		flipped[i] ^= 0xff
	}
	for name, content := range map[string][]byte{
		"truncated": whole[:len(whole)/2], "flipped": flipped, "empty": nil, "text": []byte("scientificName,lat\n"), "half a header": whole[:20],
	} {
		damaged := h.file(strings.ReplaceAll(name, " ", "-")+".dump", string(content))
		if r := h.run("restore", "--replace", damaged); r.code != 1 || !strings.Contains(r.stderr, "is damaged") {
			t.Errorf("%s: %d %s", name, r.code, r.stderr)
		}
	}
	if r := h.run("restore", filepath.Join(h.dir, "nothing.dump")); r.code != 1 || !strings.Contains(r.stderr, "no such file") {
		t.Errorf("no file: %d %s", r.code, r.stderr)
	}
	s := h.serve()
	if n := s.count("/api/v1/observations"); n != 4 {
		t.Errorf("%d records are left", n)
	}
	var databases int
	if err := h.session().QueryRow(t.Context(), "select count(*) from pg_database where datname like 'skeeter%'").Scan(&databases); err != nil || databases != 1 {
		t.Errorf("%d databases are left, %v", databases, err)
	}
}

func TestBackupOfAnExternalDatabase(t *testing.T) {
	t.Parallel()
	h := newHome(t, "SKEETER_DEMO=false")
	h.ok("import", h.file("records.csv", backedUp))
	h.serve() // its cluster plays the external server
	outside := newHome(t, "SKEETER_DATABASE_URL=postgres://skeeter:secret@/skeeter?host="+filepath.Join(h.dir, "db", "socket"))
	file := filepath.Join(outside.dir, "records.dump")
	if out := outside.ok("backup", file); !strings.Contains(out, "4 observations") {
		t.Errorf("backup said %q", out)
	}
	if r := outside.run("restore", file); r.code != 2 || !strings.Contains(r.stderr, "pg_restore") || strings.Contains(r.stderr, "secret") {
		t.Errorf("restore: %d %s", r.code, r.stderr)
	}
}

func TestClusterOfAnotherMajorIsExplained(t *testing.T) {
	t.Parallel()
	h := newHome(t, "SKEETER_DEMO=false")
	h.ok("migrate", "up")
	file := filepath.Join(h.dir, "db", "cluster", "PG_VERSION")
	made, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte("14\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, command := range [][]string{{"serve"}, {"backup", "x.dump"}, {"migrate", "up"}} {
		r := h.run(command...)
		if r.code != 1 || !strings.Contains(r.stderr, "was made by PostgreSQL 14") || !strings.Contains(r.stderr, "skeeter restore") {
			t.Errorf("%v: %d %s", command, r.code, r.stderr)
		}
	}
	if err := os.WriteFile(file, made, 0o600); err != nil {
		t.Fatal(err)
	}
	h.ok("migrate", "version") // nothing was changed
}
