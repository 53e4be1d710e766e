package databases_test

import (
	"net"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

func TestGrantReadonly(t *testing.T) {
	t.Parallel()
	port := skeetertest.Port(t)
	d := skeetertest.New(t, "SKEETER_DATABASE_PORT="+port)
	s := d.Serve()
	s.Post("/api/v1/observations", skeetertest.Observation)
	secret := "a long password"
	said := d.MustRun("grant-readonly", "qgis", "--password-file", d.File("secret", secret+"\n"))
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
	for _, query := range []string{"select count(*) from gis.observations", "select sum(records) from gis.observations_by_country"} {
		if n := pgtest.Value[int](t, conn, query); n != 1 {
			t.Errorf("%s: %d", query, n)
		}
	}
	if again := d.MustRun("grant-readonly", "qgis"); !strings.HasPrefix(again, "qgis may read") {
		t.Errorf("a second time: %s", again)
	}
	// The command prints the port on which the database listens, not that of its own environment.
	if said := d.With("SKEETER_DATABASE_PORT=").MustRun("grant-readonly", "qgis"); !strings.Contains(said, port) {
		t.Errorf("from an environment without the port: %s", said)
	}
	// The same server seen as an external database: what to type in QGIS is its own address.
	outside := skeetertest.On(t, d.Database(), "SKEETER_READONLY_PASSWORD="+secret)
	if said := outside.MustRun("grant-readonly", "other"); !strings.Contains(said, filepath.Join(d.Dir, "db", "socket")) || !strings.Contains(said, "5432") {
		t.Errorf("external: %s", said)
	}
	if said := d.MustRun("grant-readonly", "qgis", "--revoke"); !strings.Contains(said, "the role is removed") {
		t.Errorf("revoke: %s", said)
	}
	if _, err := conn.Exec(t.Context(), "select * from gis.observations"); err == nil {
		t.Error("it still reads")
	}
	if _, err := pgx.Connect(t.Context(), address); err == nil {
		t.Error("it still comes in")
	}
	for _, wrong := range [][]string{{"grant-readonly"}, {"grant-readonly", "Bad"}, {"grant-readonly", "x", "y"}, {"grant-readonly", "new"},
		{"grant-readonly", "new", "--password-file", d.File("short", "short\n")}} {
		d.Refuses(2, "", wrong...)
	}
}

func TestPortOfTheEmbeddedDatabase(t *testing.T) {
	t.Parallel()
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	port := strconv.Itoa(taken.Addr().(*net.TCPAddr).Port)
	if r := skeetertest.New(t, "SKEETER_DATABASE_PORT="+port).Run("serve"); r.Code != 1 || !strings.Contains(r.Stderr, "SKEETER_DATABASE_PORT") || !strings.Contains(r.Stderr, "in use") {
		t.Errorf("a port that is taken: %+v", r)
	}
}
