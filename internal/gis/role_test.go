package gis_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/skeeter-surveillance/skeeter/internal/gis"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/cluster"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/schema"
)

const password = "correct horse %&/'\"\\"

// prepared is the folder of a cluster with the world, stopped, of which the clusters of tests are copies: making one takes seconds. TestMain removes it.
var prepared string

var prepare = sync.OnceValue(func() (err error) {
	ctx := context.Background()
	if prepared, err = newFolder(); err != nil {
		return err
	}
	started, err := start(prepared, 0)
	if err != nil {
		return err
	}
	err = schema.MigrateUp(ctx, started.URL(), slog.New(slog.DiscardHandler))
	if err == nil {
		err = pgtest.Exec(ctx, started.URL(), world)
	}
	return errors.Join(err, started.Stop())
})

// newFolder makes a folder that PostgreSQL's user may enter.
func newFolder() (dir string, err error) {
	if dir, err = os.MkdirTemp("", "skeeter-gis-"); err != nil {
		return "", err
	}
	return dir, os.Chmod(dir, 0o755)
}

func start(dir string, port int) (*cluster.Cluster, error) {
	return cluster.Start(context.Background(), cluster.Options{Dir: filepath.Join(dir, "db"), Port: port, Volatile: true, BinDir: os.Getenv("SKEETER_POSTGRES_BIN")})
}

// opened is an embedded cluster with a port.
type opened struct {
	t    *testing.T
	db   *pgxpool.Pool
	port int
}

func open(t *testing.T) opened {
	t.Helper()
	pgtest.SkipShort(t)
	if err := prepare(); err != nil {
		t.Fatal(err)
	}
	dir, err := newFolder()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	if out, err := exec.CommandContext(t.Context(), "cp", "-a", filepath.Join(prepared, "db"), dir).CombinedOutput(); err != nil {
		t.Fatalf("copy the cluster: %v: %s", err, out)
	}
	started, port := startWithPort(t, dir)
	t.Cleanup(func() {
		if err := started.Stop(); err != nil {
			t.Error(err)
		}
	})
	db, err := postgres.Connect(t.Context(), postgres.PoolOptions{URL: started.URL()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	return opened{t, db, port}
}

// startWithPort starts a cluster with a free port, and with another one where somebody took that meanwhile.
func startWithPort(t *testing.T, dir string) (started *cluster.Cluster, port int) {
	t.Helper()
	for range 10 {
		free, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		port = free.Addr().(*net.TCPAddr).Port
		_ = free.Close()
		started, err = start(dir, port)
		if err == nil {
			return started, port
		}
		t.Logf("port %d: %v", port, err)
	}
	t.Fatal("the cluster does not start with any port")
	return nil, 0
}

func (o opened) grant(role, secret string) gis.Granted {
	o.t.Helper()
	out, err := gis.Grant(o.t.Context(), o.db, gis.Reader{Role: role, Password: secret, Embedded: true})
	if err != nil {
		o.t.Fatalf("grant %s: %v", role, err)
	}
	return out
}

// connect comes by TCP, as QGIS does.
func (o opened) connect(host, user, secret, database string) (*pgx.Conn, error) {
	address := url.URL{Scheme: "postgres", User: url.UserPassword(user, secret), Path: "/" + database,
		Host: net.JoinHostPort(host, fmt.Sprint(o.port)), RawQuery: "sslmode=disable"}
	conn, err := pgx.Connect(o.t.Context(), address.String())
	if err == nil {
		o.t.Cleanup(func() { _ = conn.Close(context.Background()) })
	}
	return conn, err
}

func (o opened) mustConnect(user, secret string) *pgx.Conn {
	o.t.Helper()
	conn, err := o.connect("127.0.0.1", user, secret, "skeeter")
	if err != nil {
		o.t.Fatal(err)
	}
	return conn
}

// refused runs what must fail with a code.
func refused(t *testing.T, conn *pgx.Conn, code, statement string) {
	t.Helper()
	_, err := conn.Exec(t.Context(), statement)
	var pg *pgconn.PgError
	if !errors.As(err, &pg) || pg.Code != code {
		t.Errorf("%s: %v, want code %s", statement, err, code)
	}
}

func TestReaderReadsTheSchemaAndNothingElse(t *testing.T) {
	t.Parallel()
	o := open(t)
	if out := o.grant("qgis", password); !out.Created {
		t.Error("the role was not made")
	}
	conn := o.mustConnect("qgis", password)
	for _, view := range []string{"observations", "sites", "traps", "species_richness", "observations_by_country", "observations_by_region", "species", "sampling_events"} {
		if _, err := conn.Exec(t.Context(), "select * from gis."+view); err != nil {
			t.Errorf("%s: %v", view, err)
		}
	}
	if n := pgtest.Value[int](t, conn, "select count(*) from observations where ST_Intersects(geom, ST_MakeEnvelope(0, 0, 10, 10, 4326))"); n != 3 {
		t.Errorf("its own observations by the search path: %d", n)
	}
	const denied, readOnly = "42501", "25006"
	for _, table := range []string{"observations", "absences", "observation_sums", "region_shapes", "gis_counted", "observation_changes", "predictions", "taxa", "translations"} {
		refused(t, conn, denied, "select * from public."+table)
	}
	refused(t, conn, readOnly, "create temporary table x (y int)")
	for _, statement := range []string{
		"insert into gis.observations (id) values (gen_random_uuid())", "delete from gis.sites", "delete from gis.traps", "delete from public.observations", "update gis.species set id = 'x'",
		"create table gis.x (y int)", "create table public.x (y int)", "create role x", "alter role qgis superuser", "select pg_read_file('postmaster.pid')",
		"refresh materialized view public.observation_sums", "copy gis.observations to program 'true'", "set role skeeter",
	} {
		pgtest.Run(t, conn, "set default_transaction_read_only = off")
		if _, err := conn.Exec(t.Context(), statement); err == nil {
			t.Errorf("%s went through", statement)
		}
	}
	for name, value := range map[string]string{"statement_timeout": "2min", "jit": "off", "search_path": "gis, public"} {
		if got := pgtest.Value[string](t, conn, "show "+name); got != value {
			t.Errorf("%s is %q, want %q", name, got, value)
		}
	}
}

func TestPortTakesReadersOnly(t *testing.T) {
	t.Parallel()
	o := open(t)
	o.grant("qgis", password)
	pgtest.Run(t, o.db, "create role stranger login password 'stranger-password'; alter role skeeter password 'owner-password'")
	pgtest.Run(t, o.db, "create database other")
	for _, c := range []struct{ what, host, user, secret, database string }{
		{"a wrong password", "127.0.0.1", "qgis", password + "x", "skeeter"},
		{"no password", "127.0.0.1", "qgis", "", "skeeter"},
		{"the owner", "127.0.0.1", "skeeter", "owner-password", "skeeter"},
		{"the owner, without a password", "::1", "skeeter", "", "skeeter"},
		{"another role", "127.0.0.1", "stranger", "stranger-password", "skeeter"},
		{"another database", "127.0.0.1", "qgis", password, "other"},
		{"the database of the server", "127.0.0.1", "qgis", password, "postgres"},
	} {
		if _, err := o.connect(c.host, c.user, c.secret, c.database); err == nil {
			t.Errorf("%s was let in", c.what)
		}
	}
	if _, err := net.Listen("tcp", "[::1]:0"); err == nil {
		if _, err := o.connect("::1", "qgis", password, "skeeter"); err != nil {
			t.Errorf("::1: %v", err)
		}
	}
	addresses := lines(t, o.db, "show listen_addresses")[0]
	if strings.Contains(addresses, "0.0.0.0") || strings.Contains(addresses, "*") || !strings.HasPrefix(addresses, "127.0.0.1") {
		t.Errorf("listens on %s", addresses)
	}
	if secret := lines(t, o.db, "select rolpassword from pg_authid where rolname = 'qgis'")[0]; !strings.HasPrefix(secret, "SCRAM-SHA-256$") || strings.Contains(secret, password) {
		t.Errorf("stored as %s", secret)
	}
}

func TestGrantAgain(t *testing.T) {
	t.Parallel()
	o := open(t)
	o.grant("qgis", password)
	if out := o.grant("qgis", ""); out.Created || out.NotSettable {
		t.Errorf("%+v", out)
	}
	o.mustConnect("qgis", password) // its password stayed
	o.grant("qgis", "another password")
	conn := o.mustConnect("qgis", "another password")
	if _, err := o.connect("127.0.0.1", "qgis", password, "skeeter"); err == nil {
		t.Error("the old password still opens")
	}
	// A view that a later version makes is read without another grant.
	pgtest.Run(t, o.db, "create view gis.later as select 1 as id")
	if _, err := conn.Exec(t.Context(), "select * from gis.later"); err != nil {
		t.Error(err)
	}
	// A role of somebody else's is completed.
	pgtest.Run(t, o.db, "create role analyst login password 'analyst-password'")
	if out := o.grant("analyst", ""); out.Created {
		t.Error("made a role that was there")
	}
	if _, err := o.mustConnect("analyst", "analyst-password").Exec(t.Context(), "select * from gis.observations"); err != nil {
		t.Error(err)
	}
}

func TestRevoke(t *testing.T) {
	t.Parallel()
	o := open(t)
	revoke := func(role string) gis.Revoked {
		t.Helper()
		out, err := gis.Revoke(t.Context(), o.db, role)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	o.grant("qgis", password)
	conn := o.mustConnect("qgis", password)
	if out := revoke("qgis"); !out.Found || !out.Removed {
		t.Errorf("%+v", out)
	}
	if _, err := conn.Exec(t.Context(), "select * from gis.observations"); err == nil {
		t.Error("a session that was open still reads")
	}
	if _, err := o.connect("127.0.0.1", "qgis", password, "skeeter"); err == nil {
		t.Error("the role still comes in")
	}
	if out := revoke("qgis"); out.Found || out.Removed {
		t.Errorf("a second time: %+v", out)
	}
	pgtest.Run(t, o.db, "create role analyst login password 'analyst-password'")
	o.grant("analyst", "")
	if out := revoke("analyst"); !out.Found || out.Removed {
		t.Errorf("a role of somebody else's: %+v", out)
	}
	if got := lines(t, o.db, "select rolname::text from pg_roles r where rolname = 'analyst' and not has_schema_privilege(oid, 'gis', 'usage') and not pg_has_role(oid, 'skeeter_readers', 'member')"); len(got) != 1 {
		t.Error("it kept rights")
	}
	// A role that is needed elsewhere stays.
	o.grant("busy", password)
	pgtest.Run(t, o.db, "create table owned (n int); alter table owned owner to busy")
	if out := revoke("busy"); !out.Found || out.Removed {
		t.Errorf("a role that owns a table: %+v", out)
	}
}

func TestGrantRefuses(t *testing.T) {
	t.Parallel()
	o := open(t)
	pgtest.Run(t, o.db, `create role boss superuser; create role maker createrole; create role member login in role skeeter; create role reader login;
		grant select (user_id) on observations to reader; create role all_reader login in role pg_read_all_data`)
	for role, secret := range map[string]string{
		"boss": "", "maker": "", "member": "", "reader": "", "all_reader": "", "skeeter": "", "pg_monitor": "", "skeeter_readers": "", "public": "",
		"Upper": password, `x"; drop table observations; --`: password, "": password, "9lives": password, strings.Repeat("x", 64): password,
		"new_role": "", "weak": "short", "odd": "pässwörd-pässwörd", "null": "\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00", "long": strings.Repeat("x", 129),
	} {
		before := lines(t, o.db, "select concat(rolname, rolcanlogin, rolconnlimit) from pg_roles order by 1")
		if _, err := gis.Grant(t.Context(), o.db, gis.Reader{Role: role, Password: secret, Embedded: true}); err == nil {
			t.Errorf("%q with password %q was granted", role, secret)
		} else if secret != "" && strings.Contains(err.Error(), secret) {
			t.Errorf("%v repeats the password", err)
		}
		want(t, "roles after "+role, lines(t, o.db, "select concat(rolname, rolcanlogin, rolconnlimit) from pg_roles order by 1"), before...)
	}
	want(t, "may enter schema gis", lines(t, o.db, "select a.grantee::regrole::text from pg_namespace n, aclexplode(n.nspacl) a where nspname = 'gis' and a.grantee <> n.nspowner"))
}
