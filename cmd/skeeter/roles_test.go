package main_test

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
)

// ownDatabase is a PostgreSQL as an operator has it: an owner and a writer, neither of them an administrator.
type ownDatabase struct {
	t             *testing.T
	owner, writer string // addresses
}

func newOwnDatabase(t *testing.T) ownDatabase {
	t.Helper()
	port, err := strconv.Atoi(freePort(t))
	if err != nil {
		t.Fatal(err)
	}
	h := newHome(t)
	cluster, err := postgres.StartCluster(t.Context(), postgres.ClusterOptions{Dir: filepath.Join(h.dir, "db"), Port: port, Volatile: true, BinDir: os.Getenv("SKEETER_POSTGRES_BIN")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := cluster.Stop(); err != nil {
			t.Error(err)
		}
	})
	d := ownDatabase{t: t}
	d.owner, d.writer = d.address("skeeter_owner", port), d.address("skeeter_writer", port)
	// The group is what lets them through the port of this cluster.
	d.must(cluster.URL(), `create role skeeter_readers;
		create role skeeter_owner login password 'secret' in role skeeter_readers;
		create role skeeter_writer login password 'secret' in role skeeter_readers;
		grant skeeter_writer to skeeter_owner;
		alter database skeeter owner to skeeter_owner;
		create extension postgis`)
	return d
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

// TestServerRunsAsAWriter: deploy/roles.sql gives what the server needs, and no more.
func TestServerRunsAsAWriter(t *testing.T) {
	t.Parallel()
	d := newOwnDatabase(t)
	roles, err := os.ReadFile("../../deploy/roles.sql")
	if err != nil {
		t.Fatal(err)
	}
	owner, writer := newHome(t, "SKEETER_DATABASE_URL="+d.owner), newHome(t, "SKEETER_DATABASE_URL="+d.writer)
	if r := writer.run("serve"); r.code != 1 || !strings.Contains(r.stderr, "skeeter migrate up") {
		t.Errorf("a writer before the owner: %d %s", r.code, r.stderr)
	}
	owner.ok("migrate", "up")
	for range 2 { // as often as you like
		d.must(d.owner, string(roles))
	}

	s := writer.serve()
	record := decode[struct{ ID string }](t, s.do("POST", apiBase+"/observations", "application/json", observation), 201).ID
	if a := s.do("PATCH", apiBase+"/observations/"+record, "application/json", `{"count":7}`); a.status != 200 {
		t.Errorf("patch: %d %s", a.status, a.body)
	}
	writer.ok("import", writer.file("field.csv", fieldRecords), "--dataset", "Field work")
	eventually(t, "the import is counted", func() bool { return s.count(apiBase+"/stats") > 1 })
	for _, path := range []string{"/ogc/collections/sites/items", "/ogc/collections/traps/items", "/ogc/collections/countries/items", "/ogc/collections/regions/items", apiBase + "/export?format=csv",
		apiBase + "/tiles/observations/0/0/0.mvt", apiBase + "/geo/observations", apiBase + "/species", "/readyz"} {
		if a := s.get(path); a.status != 200 {
			t.Errorf("%s: %d %.200s", path, a.status, a.body)
		}
	}
	var counted int
	conn, err := pgx.Connect(t.Context(), d.writer)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	if err := conn.QueryRow(t.Context(), "select sum(records) from observation_sums").Scan(&counted); err != nil || counted < 2 {
		t.Errorf("%d records are in the sums: %v", counted, err)
	}
	writer.ok("dataset", "remove", "Field work")
	writer.ok("demo", "--count", "100")
	writer.ok("demo", "--remove")
	if log := s.log.String(); strings.Contains(log, "level=ERROR") || strings.Contains(log, "level=WARN") || strings.Contains(log, "permission") {
		t.Errorf("the server wants more:\n%.3000s", log)
	}

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
	for _, command := range [][]string{{"migrate", "down"}, {"serve"}} { // a step of the schema, and a server that misses one
		if r := writer.run(command...); r.code != 1 || !strings.Contains(r.stderr, "skeeter migrate up") {
			t.Errorf("the writer, %v: %d %s", command, r.code, r.stderr)
		}
		if said := owner.ok("migrate", "version"); strings.Contains(said, "broke off") {
			t.Errorf("after %v: %s", command, said)
		}
		owner.ok("migrate", "down")
	}
	// What the writer owns does not bind the owner.
	owner.ok("migrate", "down", "all")
	owner.ok("migrate", "up")
}
