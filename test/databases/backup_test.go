package databases_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

const backedUp = `scientificName,decimalLatitude,decimalLongitude,eventDate,individualCount,occurrenceStatus
Aedes aegypti,10,20,2020-01-02,3,present
Stegomyia aegypti,-22.9,-43.2,2021-05,1,present
Culex pipiens,41.9,12.5,2022-07-01/2022-07-08,12,present
Culex pipiens,41.9,12.5,2022-07-09,0,absent
Anopheles nosuchus,1,2,2019,1,present
`

// contents is everything that a backup has to bring back, as text: whole tables, views as a reader sees them, and roles.
func contents(t *testing.T, db *pgx.Conn) string {
	t.Helper()
	var b strings.Builder
	for _, query := range []string{
		"select to_jsonb(o)::text from observations o order by id", "select to_jsonb(a)::text from absences a order by 1",
		"select to_jsonb(d)::text from data_sources d order by 1", "select to_jsonb(t)::text from taxa t order by 1",
		"select to_jsonb(n)::text from taxon_names n order by 1", "select to_jsonb(p)::text from predictions p order by 1",
		"select to_jsonb(e)::text from sampling_events e order by 1", "select to_jsonb(p)::text from pools p order by 1",
		"select (to_jsonb(r) - array['evaluated_at', 'problem'])::text from alert_rules r order by 1", "select to_jsonb(a)::text from alerts a order by 1",
		"select to_jsonb(s)::text from schema_migrations s", "select id::text || ' ' || geom::text from gis.observations order by 1",
		"select region_id || ' ' || st_npoints(shape) from region_shapes order by 1",
		"select grantee || ' ' || table_name || ' ' || privilege_type from information_schema.role_table_grants where table_schema = 'gis' and grantee <> 'skeeter' order by 1",
		"select a.rolname || ' ' || a.rolpassword || ' ' || a.rolconnlimit from pg_authid a where a.rolname = 'map_reader'",
	} {
		lines := pgtest.Column[string](t, db, query)
		fmt.Fprintf(&b, "-- %s: %d\n%s\n", query, len(lines), strings.Join(lines, "\n"))
	}
	return b.String()
}

func TestBackupAndRestore(t *testing.T) {
	t.Parallel()
	d := skeetertest.New(t, "SKEETER_READONLY_PASSWORD=correct horse battery")
	d.MustRun("import", d.File("records.csv", backedUp))
	d.MustRun("grant-readonly", "map_reader")
	s := d.Serve()
	for _, body := range []string{skeetertest.Observation, strings.Replace(skeetertest.Observation, "albopictus", "japonicus", 1)} {
		skeetertest.Decode[struct{ ID string }](t, s.Post("/api/v1/observations", body), 201)
	}
	skeetertest.Decode[struct{ ID string }](t, s.Post("/api/v1/pools", poolToKeep), 201)
	skeetertest.Decode[struct{ ID string }](t, s.Post("/api/v1/alerts/rules", ruleToKeep), 201)
	testenv.Eventually(t, "the pool raises an alert", func() bool { return s.Count("/api/v1/alerts") == 1 })
	pgtest.Run(t, d.Connect(), `insert into predictions (id, image_url, model_id, scientific_name, confidence)
		values ('11111111-2222-4333-8444-555555555555', '/static/predictions/x.jpg', 'test', 'Aedes aegypti', 0.5)`)
	want := contents(t, d.Connect())
	stats := s.Get("/api/v1/stats").Body
	file := filepath.Join(d.Dir, "records.dump")
	if out := d.MustRun("backup", file); !strings.Contains(out, "6 observations, 1 absences, 0 sampling events, 1 pools, 1 alert rules, 1 alerts, ") || !strings.Contains(out, "copy the folder") {
		t.Errorf("backup said %q", out)
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the file: %v, %v", info, err)
	}
	if got := contents(t, d.Connect()); got != want {
		t.Error("the backup changed the database")
	}
	d.Refuses(1, "is there already", "backup", file)
	d.Refuses(1, "is in use", "restore", file)

	// Into a new directory.
	other := skeetertest.Empty(t, "SKEETER_DEMO=false")
	if out := other.MustRun("restore", file); !strings.Contains(out, "1 absences") || !strings.Contains(out, "1 roles may read") {
		t.Errorf("restore said %q", out)
	}
	restored := other.Serve()
	if got := contents(t, other.Connect()); got != want {
		t.Errorf("what was restored differs:\n%s\nwant\n%s", got, want)
	}
	if got := restored.Get("/api/v1/stats").Body; !bytes.Equal(got, stats) {
		t.Errorf("statistics: %s, want %s", got, stats)
	}
	skeetertest.Decode[struct{ ID string }](t, restored.Post("/api/v1/observations", skeetertest.Observation), 201)
	restored.Stop(syscall.SIGTERM)

	// Over what is there: refused, then replaced.
	s.Stop(syscall.SIGTERM)
	other.Refuses(1, "--replace", "restore", file)
	if out := other.MustRun("restore", "--replace", file); !strings.Contains(out, "is gone") {
		t.Errorf("replace said %q", out)
	}
	other.Serve()
	if got := contents(t, other.Connect()); got != want {
		t.Error("what was replaced differs")
	}
}

// A pool, and a rule that raises an alert of it.
const (
	poolToKeep = `{"data_source":"records","pool_id":"p1","species_scientific_name":"Culex pipiens","size":10,"pathogen":"WNV","result":"positive",
		"location":{"lat":41.9,"lng":12.5},"ended_at":"2022-07-08"}`
	ruleToKeep = `{"kind":"infection","name":"Infection","parameters":{"pathogen":"WNV"}}`
)

// TestWhatIsNotRestoredOver holds that a database without records is not taken for an empty one when somebody made something else in it.
func TestWhatIsNotRestoredOver(t *testing.T) {
	t.Parallel()
	from := skeetertest.New(t)
	from.MustRun("import", from.File("records.csv", backedUp))
	file := filepath.Join(from.Dir, "records.dump")
	from.MustRun("backup", file)
	square := `{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"id":"a"},
		"geometry":{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,1],[0,0]]]}}]}`
	for want, make := range map[string]func(d *skeetertest.Deployment){
		"1 alert rules": func(d *skeetertest.Deployment) {
			s := d.Serve()
			skeetertest.Decode[struct{ ID string }](t, s.Post("/api/v1/alerts/rules", ruleToKeep), 201)
			s.Stop(syscall.SIGTERM)
		},
		"1 data sources": func(d *skeetertest.Deployment) {
			s := d.Serve()
			skeetertest.Decode[struct{ ID string }](t, s.Post("/api/v1/data_sources", `{"title":"Traps"}`), 201)
			s.Stop(syscall.SIGTERM)
		},
		"1 invitations": func(d *skeetertest.Deployment) {
			d.MustRun("user", "invite", "--name", "Ada", "--role", "administrator")
		},
		"1 tokens":                   func(d *skeetertest.Deployment) { d.MustRun("token", "create", "--name", "app", "--scope", "admin") },
		"1 names with hidden places": func(d *skeetertest.Deployment) { d.MustRun("obscure", "--taxon", "Aedes aegypti", "--degrees", "0.1") },
		"1 named areas": func(d *skeetertest.Deployment) {
			d.MustRun("areas", "import", "--set", "districts", "--id", "id", d.File("areas.geojson", square))
		},
		"1 accounts": func(d *skeetertest.Deployment) { // its invitation is another case
			s := d.Serve()
			pgtest.Run(t, d.Connect(), "insert into accounts (id, name, roles) values (gen_random_uuid(), 'Ada', '{administrator}')")
			s.Stop(syscall.SIGTERM)
		},
	} {
		d := skeetertest.New(t, "SKEETER_DEMO=false")
		make(d)
		d.Refuses(1, want, "restore", file)
	}
}

func TestDamagedBackupIsRefused(t *testing.T) {
	t.Parallel()
	d := skeetertest.New(t)
	d.MustRun("import", d.File("records.csv", backedUp))
	file := filepath.Join(d.Dir, "records.dump")
	d.MustRun("backup", file)
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
		damaged := d.File(strings.ReplaceAll(name, " ", "-")+".dump", string(content))
		d.Refuses(1, "is damaged", "restore", "--replace", damaged)
	}
	d.Refuses(1, "no such file", "restore", filepath.Join(d.Dir, "nothing.dump"))
	s := d.Serve()
	if n := s.Count("/api/v1/observations"); n != 4 {
		t.Errorf("%d records are left", n)
	}
	if databases := pgtest.Value[int](t, d.Connect(), "select count(*) from pg_database where datname like 'skeeter%'"); databases != 1 {
		t.Errorf("%d databases are left", databases)
	}
}

func TestBackupOfAnExternalDatabase(t *testing.T) {
	t.Parallel()
	d := skeetertest.New(t)
	d.MustRun("import", d.File("records.csv", backedUp))
	d.Serve() // its cluster plays the external server
	outside := skeetertest.New(t, "SKEETER_DATABASE_URL=postgres://skeeter:secret@/skeeter?host="+filepath.Join(d.Dir, "db", "socket"))
	file := filepath.Join(outside.Dir, "records.dump")
	if out := outside.MustRun("backup", file); !strings.Contains(out, "4 observations") {
		t.Errorf("backup said %q", out)
	}
	if r := outside.Run("restore", file); r.Code != 2 || !strings.Contains(r.Stderr, "pg_restore") || strings.Contains(r.Stderr, "secret") {
		t.Errorf("restore: %d %s", r.Code, r.Stderr)
	}
}

func TestClusterOfAnotherMajorIsExplained(t *testing.T) {
	t.Parallel()
	d := skeetertest.New(t)
	d.MustRun("migrate", "up")
	file := filepath.Join(d.Dir, "db", "cluster", "PG_VERSION")
	made, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte("14\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, command := range [][]string{{"serve"}, {"backup", "x.dump"}, {"migrate", "up"}} {
		r := d.Run(command...)
		if r.Code != 1 || !strings.Contains(r.Stderr, "was made by PostgreSQL 14") || !strings.Contains(r.Stderr, "skeeter restore") {
			t.Errorf("%v: %d %s", command, r.Code, r.Stderr)
		}
	}
	if err := os.WriteFile(file, made, 0o600); err != nil {
		t.Fatal(err)
	}
	d.MustRun("migrate", "version") // nothing was changed
}
