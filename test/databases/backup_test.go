package databases_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/skeeter-surveillance/skeeter/internal/backup"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/cluster"
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

// TestBackupAndRestore: everything comes back, and nothing does that should not. The long form restores into a new folder, and over that. The short form
// restores once, what is harder: partitioned tables, over what is there. TestDatabasesOfReleasesAreServed restores into a new folder, too.
func TestBackupAndRestore(t *testing.T) {
	t.Parallel()
	d := skeetertest.New(t, "SKEETER_READONLY_PASSWORD=correct horse battery")
	d.MustRun("import", d.File("records.csv", backedUp))
	if said := d.MustRun("grant-readonly", "map_reader"); !strings.Contains(said, "SKEETER_DATABASE_PORT") {
		t.Errorf("grant-readonly without a port says %q", said)
	}
	s := d.Serve()
	for _, body := range []string{skeetertest.Observation, strings.Replace(skeetertest.Observation, "albopictus", "japonicus", 1)} {
		skeetertest.Decode[struct{ ID string }](t, s.Post("/api/v1/observations", body), 201)
	}
	skeetertest.Decode[struct{ ID string }](t, s.Post("/api/v1/pools", poolToKeep), 201)
	skeetertest.Decode[struct{ ID string }](t, s.Post("/api/v1/alerts/rules", ruleToKeep), 201)
	testenv.Eventually(t, "the pool raises an alert", func() bool { return s.Count("/api/v1/alerts") == 1 })
	pgtest.Run(t, d.Connect(), `insert into predictions (id, image_url, model_id, scientific_name, confidence)
		values ('11111111-2222-4333-8444-555555555555', '/static/predictions/x.jpg', 'test', 'Aedes aegypti', 0.5)`)
	if !testenv.Long() { // the long form of TestPartition has a backup
		d.MustRun("partition")
	}
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
	if !testenv.Long() { // TestBackupsThatAreNotRestored has it
		outside := skeetertest.On(t, d.Database())
		if out := outside.MustRun("backup", filepath.Join(outside.Dir, "records.dump")); !strings.Contains(out, "6 observations") {
			t.Errorf("backup by an address said %q", out)
		}
	}
	d.Refuses(1, "is there already", "backup", file)
	d.Refuses(1, "is in use", "restore", file)
	s.Stop(syscall.SIGTERM)

	var other *skeetertest.Deployment
	restore := func(arguments ...string) (said string) {
		t.Helper()
		said = other.MustRun(append([]string{"restore", file}, arguments...)...)
		if !strings.Contains(said, "1 absences") || !strings.Contains(said, "1 roles may read") {
			t.Errorf("restore said %q", said)
		}
		restored := other.Serve()
		if got := contents(t, other.Connect()); got != want {
			t.Errorf("what was restored differs:\n%s\nwant\n%s", got, want)
		}
		if databases := pgtest.Value[int](t, other.Connect(), "select count(*) from pg_database where datname like 'skeeter%'"); databases != 1 {
			t.Errorf("%d databases are left", databases)
		}
		if got := restored.Get("/api/v1/stats").Body; !bytes.Equal(got, stats) {
			t.Errorf("statistics: %s, want %s", got, stats)
		}
		skeetertest.Decode[struct{ ID string }](t, restored.Post("/api/v1/observations", skeetertest.Observation), 201)
		restored.Stop(syscall.SIGTERM)
		return said
	}
	if testenv.Long() { // into a new folder
		other = skeetertest.Empty(t, "SKEETER_DEMO=false")
		restore()
	} else {
		nothingIsRestoredOver(t, file)
		other = skeetertest.New(t)
		other.MustRun("import", other.File("records.csv", backedUp))
		damagedIsRefused(t, other, file)
		externalIsNotRestored(t, skeetertest.On(t, strings.Replace(other.Database(), "user=skeeter", "user=skeeter&password=secret", 1)), file)
	}
	// Over what is there: refused, then replaced.
	other.Refuses(1, "--replace", "restore", file)
	if said := restore("--replace"); !strings.Contains(said, "is gone: ") || !testenv.Long() && !strings.Contains(said, "is gone: 4 observations, ") {
		t.Errorf("replace said %q", said)
	}
}

// A pool, and a rule that raises an alert of it.
const (
	poolToKeep = `{"data_source":"records","pool_id":"p1","species_scientific_name":"Culex pipiens","size":10,"pathogen":"WNV","result":"positive",
		"location":{"lat":41.9,"lng":12.5},"ended_at":"2022-07-08"}`
	ruleToKeep = `{"kind":"infection","name":"Infection","parameters":{"pathogen":"WNV"}}`
)

// TestBackupsThatAreNotRestored: a backup of an external database is one of an embedded one, and what TestBackupAndRestore refuses in the short form.
func TestBackupsThatAreNotRestored(t *testing.T) {
	t.Parallel()
	if !testenv.Long() {
		t.Skip("in the short form TestBackupAndRestore has most of it: make test-long runs it")
	}
	d := skeetertest.New(t)
	d.MustRun("import", d.File("records.csv", backedUp))
	s := d.Serve() // its cluster plays the external server
	outside := skeetertest.New(t, "SKEETER_DATABASE_URL=postgres://skeeter:secret@/skeeter?host="+filepath.Join(d.Dir, "db", "socket"))
	file := filepath.Join(outside.Dir, "records.dump")
	if out := outside.MustRun("backup", file); !strings.Contains(out, "4 observations") {
		t.Errorf("backup said %q", out)
	}
	externalIsNotRestored(t, outside, file)
	s.Stop(syscall.SIGTERM)
	damagedIsRefused(t, d, file)
	s = d.Serve()
	if n := s.Count("/api/v1/observations"); n != 4 {
		t.Errorf("%d records are left", n)
	}
	if databases := pgtest.Value[int](t, d.Connect(), "select count(*) from pg_database where datname like 'skeeter%'"); databases != 1 {
		t.Errorf("%d databases are left", databases)
	}
	nothingIsRestoredOver(t, file)
}

// externalIsNotRestored holds that nothing is restored over an external database.
func externalIsNotRestored(t *testing.T, outside *skeetertest.Deployment, file string) {
	t.Helper()
	if r := outside.Run("restore", file); r.Code != 2 || !strings.Contains(r.Stderr, "pg_restore") || strings.Contains(r.Stderr, "secret") {
		t.Errorf("restore: %d %s", r.Code, r.Stderr)
	}
}

// damagedIsRefused holds that what is damaged of a backup does not get in the place of a database.
func damagedIsRefused(t *testing.T, d *skeetertest.Deployment, file string) {
	t.Helper()
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	flipped := bytes.Clone(whole)
	for i := len(flipped) / 2; i < len(flipped)/2+64; i++ {
		flipped[i] ^= 0xff
	}
	damage := map[string][]byte{"flipped": flipped, "text": []byte("scientificName,lat\n"), "half a header": whole[:20]}
	if testenv.Long() { // what is missing is found as what is wrong
		damage["truncated"], damage["empty"] = whole[:len(whole)/2], nil
	}
	for name, content := range damage {
		damaged := d.File(strings.ReplaceAll(name, " ", "-")+".dump", string(content))
		d.Refuses(1, "is damaged", "restore", "--replace", damaged)
	}
	d.Refuses(1, "no such file", "restore", filepath.Join(d.Dir, "nothing.dump"))
}

// nothingIsRestoredOver holds that a database without records is not taken for an empty one when somebody made something else in it: each in turn, beside
// nothing else.
func nothingIsRestoredOver(t *testing.T, file string) {
	t.Helper()
	d := skeetertest.New(t)
	started, err := cluster.Start(t.Context(), cluster.Options{Dir: filepath.Join(d.Dir, "db"), BinDir: os.Getenv("SKEETER_POSTGRES_BIN")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = started.Stop() })
	s, db := d.Beside(), d.Connect()
	square := `{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"id":"a"},
		"geometry":{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,1],[0,0]]]}}]}`
	replaces := func(context.Context, *pgxpool.Pool, *pgxpool.Pool) (int, error) {
		return 0, errors.New("it is restored")
	}
	post := func(target, body string) { skeetertest.Decode[struct{ ID string }](t, s.Post(target, body), 201) }
	for _, c := range []struct {
		holds  string
		make   func()
		remove string
	}{
		{"1 alert rules", func() { post("/api/v1/alerts/rules", ruleToKeep) }, "delete from alert_rules"},
		{"1 data sources", func() { post("/api/v1/data_sources", `{"title":"Traps"}`) }, "delete from all_data_sources"},
		{"1 names with hidden places", func() { d.MustRun("obscure", "--taxon", "Aedes aegypti", "--degrees", "0.1") }, "delete from obscured_taxa"},
		{"1 named areas", func() {
			d.MustRun("areas", "import", "--set", "districts", "--id", "id", d.File("areas.geojson", square))
		}, "delete from areas where set = 'districts'"},
		{"1 invitations", func() { d.MustRun("user", "invite", "--name", "Ada", "--role", "administrator") }, "delete from invitations"},
		{"1 accounts", func() { // its invitation is another case
			pgtest.Run(t, db, "insert into accounts (id, name, roles) values (gen_random_uuid(), 'Ada', '{administrator}')")
		}, "delete from accounts"},
		{"1 tokens", func() { d.MustRun("token", "create", "--name", "app", "--scope", "admin") }, "delete from tokens"},
	} {
		c.make()
		_, err := backup.Restore(t.Context(), backup.Target{Cluster: started, Carry: replaces}, file)
		if !errors.Is(err, backup.ErrNotEmpty) || !slices.Equal(heldBy(err), []string{c.holds}) {
			t.Errorf("over %s: %v", c.holds, err)
		}
		pgtest.Run(t, db, c.remove)
	}
}

// heldBy lists what a database holds by an error, without the names of the catalog.
func heldBy(err error) []string {
	_, all, _ := strings.Cut(err.Error(), "it holds ")
	return slices.DeleteFunc(strings.Split(all, ", "), func(kind string) bool {
		return strings.HasPrefix(kind, "0 ") || strings.HasSuffix(kind, " names of taxa")
	})
}

func TestClusterOfAnotherMajorIsExplained(t *testing.T) {
	t.Parallel()
	d := skeetertest.New(t)
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
