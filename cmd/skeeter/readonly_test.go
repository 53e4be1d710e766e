package main_test

import (
	"net"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
)

func freePort(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return strconv.Itoa(l.Addr().(*net.TCPAddr).Port)
}

func TestGrantReadonly(t *testing.T) {
	t.Parallel()
	port := freePort(t)
	h := newHome(t, "SKEETER_DEMO=false", "SKEETER_DATABASE_PORT="+port)
	s := h.serve()
	s.do("POST", "/api/v1/observations", "application/json", observation)
	secret := "a long password"
	said := h.ok("grant-readonly", "qgis", "--password-file", h.file("secret", secret+"\n"))
	for _, want := range []string{"qgis was made and may read the schema gis", "127.0.0.1", port, "skeeter", "disable"} {
		if !strings.Contains(said, want) {
			t.Errorf("no %s in:\n%s", want, said)
		}
	}
	if strings.Contains(said, secret) {
		t.Errorf("the password is in what it printed:\n%s", said)
	}
	address := "postgres://qgis:a%20long%20password@127.0.0.1:" + port + "/skeeter?sslmode=disable"
	conn, err := pgx.Connect(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	var records, counted int
	if err := conn.QueryRow(t.Context(), "select (select count(*) from gis.observations), (select sum(records) from gis.observations_by_country)").Scan(&records, &counted); err != nil || records != 1 || counted != 1 {
		t.Errorf("%d records, %d counted, %v", records, counted, err)
	}
	if again := h.ok("grant-readonly", "qgis"); !strings.HasPrefix(again, "qgis may read") {
		t.Errorf("a second time: %s", again)
	}
	// What counts is where the database listens, not what this command's own environment says.
	if said := (&home{t, h.dir, append(slices.Clone(h.env), "SKEETER_DATABASE_PORT=")}).ok("grant-readonly", "qgis"); !strings.Contains(said, port) {
		t.Errorf("from an environment without the port: %s", said)
	}
	// The same server seen as an external database: what to type in QGIS is its own address.
	outside := newHome(t, "SKEETER_DATABASE_URL=postgres:///skeeter?host="+filepath.Join(h.dir, "db", "socket")+"&user=skeeter", "SKEETER_READONLY_PASSWORD="+secret)
	if said := outside.ok("grant-readonly", "other"); !strings.Contains(said, filepath.Join(h.dir, "db", "socket")) || !strings.Contains(said, "5432") {
		t.Errorf("external: %s", said)
	}
	if said := h.ok("grant-readonly", "qgis", "--revoke"); !strings.Contains(said, "the role is removed") {
		t.Errorf("revoke: %s", said)
	}
	if _, err := conn.Exec(t.Context(), "select * from gis.observations"); err == nil {
		t.Error("it still reads")
	}
	if _, err := pgx.Connect(t.Context(), address); err == nil {
		t.Error("it still comes in")
	}
	for _, wrong := range [][]string{{"grant-readonly"}, {"grant-readonly", "Bad"}, {"grant-readonly", "x", "y"}, {"grant-readonly", "new"},
		{"grant-readonly", "new", "--password-file", h.file("short", "short\n")}} {
		if r := h.run(wrong...); r.code != 2 || r.stderr == "" {
			t.Errorf("skeeter %v: exit status %d: %s", wrong, r.code, r.stderr)
		}
	}
}

func TestPortOfTheEmbeddedDatabase(t *testing.T) {
	t.Parallel()
	h := newHome(t, "SKEETER_DEMO=false")
	h.serve()
	if said := h.run("grant-readonly", "qgis", "--password-file", h.file("secret", "a long password")); said.code != 0 || !strings.Contains(said.stdout, "SKEETER_DATABASE_PORT") {
		t.Errorf("without a port: %+v", said)
	}
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	port := strconv.Itoa(taken.Addr().(*net.TCPAddr).Port)
	if r := newHome(t, "SKEETER_DATABASE_PORT="+port).run("serve"); r.code != 1 || !strings.Contains(r.stderr, "SKEETER_DATABASE_PORT") || !strings.Contains(r.stderr, "in use") {
		t.Errorf("a port that is taken: %+v", r)
	}
}
