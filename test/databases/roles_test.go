package databases_test

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/cluster"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

// ownDatabase is a PostgreSQL as an operator has it: an owner and a writer, neither of them an administrator.
type ownDatabase struct {
	t             *testing.T
	owner, writer string // addresses
}

func newOwnDatabase(t *testing.T) ownDatabase {
	t.Helper()
	port, err := strconv.Atoi(skeetertest.Port(t))
	if err != nil {
		t.Fatal(err)
	}
	started := startCluster(t, filepath.Join(skeetertest.Empty(t).Dir, "db"), port)
	own := ownDatabase{t: t}
	own.owner, own.writer = own.address("skeeter_owner", port), own.address("skeeter_writer", port)
	// The port of this cluster admits members of the group only.
	own.must(started.URL(), `create role skeeter_readers;
		create role skeeter_owner login password 'secret' in role skeeter_readers;
		create role skeeter_writer login password 'secret' in role skeeter_readers;
		grant skeeter_writer to skeeter_owner;
		alter database skeeter owner to skeeter_owner;
		create extension postgis`)
	return own
}

// startCluster makes a cluster in a folder, which ends with the test. port is one of TCP, 0 for none.
func startCluster(t *testing.T, dir string, port int) *cluster.Cluster {
	t.Helper()
	started, err := cluster.Start(t.Context(), cluster.Options{Dir: dir, Port: port, Volatile: true, BinDir: os.Getenv("SKEETER_POSTGRES_BIN")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := started.Stop(); err != nil {
			t.Error(err)
		}
	})
	return started
}

func (ownDatabase) address(role string, port int) string {
	return "postgres://" + role + ":secret@127.0.0.1:" + strconv.Itoa(port) + "/skeeter?sslmode=disable"
}

func (d ownDatabase) try(url, statements string) error {
	d.t.Helper()
	conn, err := pgx.Connect(d.t.Context(), url)
	if err != nil {
		d.t.Fatal(err)
	}
	defer conn.Close(d.t.Context())
	_, err = conn.PgConn().Exec(d.t.Context(), statements).ReadAll()
	return err
}

func (d ownDatabase) must(url, statements string) {
	d.t.Helper()
	if err := d.try(url, statements); err != nil {
		d.t.Fatalf("%.100s: %v", statements, err)
	}
}

// rolesOf returns deploy/roles.sql.
func rolesOf(t *testing.T) string {
	t.Helper()
	roles, err := os.ReadFile("../../deploy/roles.sql")
	if err != nil {
		t.Fatal(err)
	}
	return string(roles)
}

// TestServerRunsAsAWriter: deploy/roles.sql gives what the server needs, and no more, also with private data sources.
func TestServerRunsAsAWriter(t *testing.T) {
	t.Parallel()
	d, roles := newOwnDatabase(t), rolesOf(t)
	owner, writer := skeetertest.On(t, d.owner), skeetertest.On(t, d.writer)
	writer.Refuses(1, "skeeter migrate up", "serve")
	owner.MustRun("migrate", "up")
	for range 2 { // it may run again
		d.must(d.owner, roles)
	}

	s := writer.Serve()
	record := s.Create(skeetertest.Observation)
	if a := s.Send("PATCH", skeetertest.Observations+"/"+record, `{"count":7}`, "Content-Type", "application/json"); a.Status != 200 {
		t.Errorf("patch: %d %s", a.Status, a.Body)
	}
	writer.MustRun("import", writer.File("field.csv", skeetertest.FieldRecords), "--dataset", "Field work")
	testenv.Eventually(t, "the import is counted", func() bool { return s.Count(skeetertest.API+"/stats") > 1 })
	for _, path := range []string{"/ogc/collections/sites/items", "/ogc/collections/traps/items", "/ogc/collections/countries/items", "/ogc/collections/regions/items", skeetertest.API + "/export?format=csv",
		skeetertest.API + "/tiles/observations/0/0/0.mvt", skeetertest.API + "/geo/observations", skeetertest.API + "/species", "/readyz"} {
		s.Answers(200, path)
	}
	conn, err := pgx.Connect(t.Context(), d.writer)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	if counted := pgtest.Value[int](t, conn, "select sum(records) from observation_sums"); counted < 2 {
		t.Errorf("%d records are in the sums", counted)
	}
	writer.MustRun("dataset", "remove", "Field work")
	if testenv.Long() {
		writer.MustRun("demo", "--count", "100")
		writer.MustRun("demo", "--remove")
	}
	wantsNoMore(t, s)

	for _, forbidden := range []string{
		"drop table observations", "truncate observations", "alter table observations add column x int", "create table x (n int)", "create schema x",
		"create function public.x() returns int language sql as 'select 1'", "drop view gis.observations", "create role x", "alter role skeeter_owner password 'x'",
		"update schema_migrations set version = 1", "select * from pg_authid", "set role skeeter_owner",
		"copy observations to program 'id'", "copy observations to '/tmp/x'", "select pg_read_file('/etc/passwd')", "alter table observations disable trigger all",
		"set session_replication_role = replica", "create extension file_fdw",
	} {
		if err := d.try(d.writer, forbidden); err == nil || !strings.Contains(err.Error(), "SQLSTATE 42501") {
			t.Errorf("%s: %v", forbidden, err)
		}
	}
	if !testenv.Long() {
		privateSourcesOfAWriter(t, d, s)
	}

	for _, command := range [][]string{{"migrate", "down"}, {"serve"}} { // a step of the schema, and a server that misses one
		writer.Refuses(1, "skeeter migrate up", command...)
		if said := owner.MustRun("migrate", "version"); strings.Contains(said, "broke off") {
			t.Errorf("after %v: %s", command, said)
		}
		if testenv.Long() || command[0] == "migrate" {
			owner.MustRun("migrate", "down")
		}
	}
	// Tables that the writer made do not keep the owner from migrating.
	if testenv.Long() {
		owner.MustRun("migrate", "down", "all")
	}
	owner.MustRun("migrate", "up")
}

// TestPrivateSourcesOfAWriter has a database of its own, in the long form. In the short one it is a part of TestServerRunsAsAWriter.
func TestPrivateSourcesOfAWriter(t *testing.T) {
	t.Parallel()
	if !testenv.Long() {
		t.Skip("in the short form TestServerRunsAsAWriter has it")
	}
	d := newOwnDatabase(t)
	skeetertest.On(t, d.owner).MustRun("migrate", "up")
	d.must(d.owner, rolesOf(t))
	privateSourcesOfAWriter(t, d, skeetertest.On(t, d.writer).Serve())
}

// wantsNoMore checks that the log of a server has nothing that it was not allowed.
func wantsNoMore(t *testing.T, s *skeetertest.Server) {
	t.Helper()
	if log := s.Log.String(); strings.Contains(log, "level=ERROR") || strings.Contains(log, "level=WARN") || strings.Contains(log, "permission") {
		t.Errorf("the server wants more:\n%.3000s", log)
	}
}

// privateSourcesOfAWriter: a server that is the writer works with a private data source that the owner made, and says who makes one.
func privateSourcesOfAWriter(t *testing.T, d ownDatabase, s *skeetertest.Server) {
	t.Helper()
	owner, writer, roles := skeetertest.On(t, d.owner), skeetertest.On(t, d.writer), rolesOf(t)
	writer.MustRun("import", writer.File("agency.csv", skeetertest.AgencyRows), "--dataset", "Agency")
	const agency = skeetertest.API + "/data_sources/agency"
	asked := func(method, path, body string, status int, says string) {
		t.Helper()
		if a := s.Send(method, path, body, "Content-Type", "application/json"); a.Status != status || !strings.Contains(string(a.Body), says) {
			t.Errorf("%s %s %s: %d %s", method, path, body, a.Status, a.Body)
		}
	}
	asked("PATCH", agency, `{"private":true}`, 409, "let the owner run skeeter private --source agency\"")
	asked("POST", skeetertest.API+"/data_sources", `{"title":"Another","private":true}`, 409, "skeeter private --source another\"")
	asked("GET", skeetertest.API+"/data_sources/another", "", 404, "")
	writer.Refuses(1, "let the owner of the database run skeeter private", "private", "--source", "agency")

	served := func() { // a server looks for private data sources after it is ready
		t.Helper()
		testenv.Eventually(t, "the private data source is served", func() bool { return s.Get(skeetertest.Observations+"?data_source=agency").Status == 200 })
	}
	owner.MustRun("private", "--source", "agency")
	s.Stop(syscall.SIGTERM)
	s = writer.Serve()
	served()
	asked("POST", skeetertest.Observations, skeetertest.ObservationWith(`"id":"0192d5c4-0000-7000-8000-000000000001"`), 201, "")
	asked("POST", skeetertest.Observations+"?data_source=agency", skeetertest.ObservationWith(`"id":"0192d5c4-0000-7000-8000-000000000002"`), 201, `"data_source":"agency"`)
	asked("GET", skeetertest.Observations+"?data_source=agency", "", 200, `"count":4,`)
	asked("GET", skeetertest.API+"/stats?data_source=agency", "", 200, `"count":4,`)
	writer.MustRun("import", writer.File("agency.csv", skeetertest.AgencyRows+"agency-5,Culex pipiens,43.7,11.2,2024-06-05,2,,,,,\n"), "--dataset", "Agency")
	asked("PATCH", agency, `{"private":false,"obscured_degrees":0.1}`, 409, "skeeter private --source agency --off\"")
	asked("GET", agency, "", 200, `"obscured_degrees":null,"private":true`) // and nothing else of the request is done
	wantsNoMore(t, s)
	s.Stop(syscall.SIGTERM)

	// A new version: the owner makes the private tables anew, and the writer starts.
	d.must(d.owner, "update all_data_sources set tables_version = 1 where private")
	writer.Refuses(1, "skeeter migrate up", "serve")
	owner.MustRun("migrate", "up")
	d.must(d.owner, roles)
	s = writer.Serve()
	served()
	asked("GET", skeetertest.Observations+"?data_source=agency", "", 200, `"count":5,`)
	s.Stop(syscall.SIGTERM)

	owner.MustRun("private", "--source", "agency", "--off")
	if !testenv.Long() {
		return
	}
	s = writer.Serve()
	asked("GET", skeetertest.Observations+"?data_source=agency", "", 200, `"count":5,`)
	asked("PATCH", agency, `{"obscured_degrees":0.1}`, 200, "")
}
