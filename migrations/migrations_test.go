package migrations_test

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/cluster"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/schema"
	"github.com/skeeter-surveillance/skeeter/migrations"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m, nil)) }

// ours are the tables and views of the project, without those of PostGIS.
const ours = `
from pg_class c
join pg_namespace n on n.oid = c.relnamespace
where c.relkind in ('r', 'p', 'v', 'm') and n.nspname in ('public', 'gis')
  and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`

// TestEverythingSaysWhatItHolds: no table, view or column lacks a comment.
func TestEverythingSaysWhatItHolds(t *testing.T) {
	t.Parallel()
	db := connect(t, pgtest.URL(t))
	if tables := lines(t, db, "select c.oid::regclass::text "+ours); len(tables) < 25 {
		t.Fatalf("found %d tables and views: %v", len(tables), tables)
	}
	for _, missing := range slices.Concat(
		lines(t, db, "select c.oid::regclass::text "+ours+" and coalesce(obj_description(c.oid, 'pg_class'), '') = ''"),
		lines(t, db, "select a.attrelid::regclass || '.' || a.attname from pg_attribute a where a.attnum > 0 and not a.attisdropped"+
			" and coalesce(col_description(a.attrelid, a.attnum), '') = '' and a.attrelid in (select c.oid "+ours+")"),
	) {
		t.Errorf("%s has no comment: write one in the step that makes it", missing)
	}
}

// TestDatabasesOfReleases brings a database of each release to the newest version, and holds that it has the schema of one that was
// made anew, and every row that it had.
func TestDatabasesOfReleases(t *testing.T) {
	t.Parallel()
	want := schemaOf(t, pgtest.URL(t))
	dumps, err := filepath.Glob("testdata/*.sql")
	if err != nil || len(dumps) == 0 {
		t.Fatal(dumps, err)
	}
	for _, file := range dumps {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".sql"), func(t *testing.T) {
			t.Parallel()
			url := pgtest.EmptyURL(t)
			statements, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if err := pgtest.Exec(t.Context(), url, string(statements)); err != nil {
				t.Fatal(err)
			}
			db := connect(t, url)
			// Unlogged tables, the change log, begin anew.
			tables := lines(t, db, "select c.oid::regclass::text "+ours+" and c.relkind = 'r' and c.relpersistence = 'p' and c.relname <> 'schema_migrations'")
			queries, before := map[string]string{}, map[string][]string{}
			for _, table := range tables {
				queries[table] = everyColumn(t, db, table)
				if before[table] = lines(t, db, queries[table]); len(before[table]) == 0 {
					t.Errorf("%s is empty", table)
				}
			}
			version := lines(t, db, "select version::text from schema_migrations")[0]
			var log bytes.Buffer
			for range 2 { // the second time there is nothing to do
				if err := schema.MigrateUp(t.Context(), url, slog.New(slog.NewTextHandler(&log, nil))); err != nil {
					t.Fatal(err)
				}
			}
			if n := strings.Count(log.String(), fmt.Sprintf("from=%s to=%d", version, migrations.Newest())); (n != 1) != (version == fmt.Sprint(migrations.Newest())) {
				t.Errorf("the upgrade of version %s is logged %d times: %s", version, n, log.String())
			}
			if got := schemaOf(t, url); got != want {
				t.Errorf("the schema differs from a new one:\n%s", difference(got, want))
			}
			for _, table := range tables {
				if table == "alert_evaluation" { // alerts are looked for anew
					continue
				}
				if rows := lines(t, db, queries[table]); !slices.Equal(rows, before[table]) {
					t.Errorf("%s held\n%s\nand holds\n%s", table, strings.Join(before[table], "\n"), strings.Join(rows, "\n"))
				}
			}
			if observations := lines(t, db, "select id::text from gis.observations"); len(observations) == 0 {
				t.Error("no observation is shown")
			}
		})
	}
}

// everyColumn returns a query of a table's rows with the columns that it has now.
func everyColumn(t *testing.T, db *pgx.Conn, table string) string {
	t.Helper()
	columns := lines(t, db, "select quote_ident(attname) from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attnum", table)
	return "select row(" + strings.Join(columns, ", ") + ")::text from " + table + " order by 1"
}

// schemaOf returns what pg_dump says of everything but the rows. It is asked of a copy that was made from such a text, because
// PostgreSQL sets the parentheses of a condition anew when it reads one.
func schemaOf(t *testing.T, url string) string {
	t.Helper()
	copied := pgtest.EmptyURL(t)
	if err := pgtest.Exec(t.Context(), copied, dump(t, url)); err != nil {
		t.Fatal(err)
	}
	return dump(t, copied)
}

func dump(t *testing.T, url string) string {
	t.Helper()
	bin, err := cluster.FindPrograms("", "pg_dump")
	if err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), filepath.Join(bin, "pg_dump"), "--schema-only", "--no-owner", "--dbname="+url).Output()
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for line := range strings.Lines(string(out)) {
		if !strings.HasPrefix(line, `\`) { // \restrict and its key, another each time
			b.WriteString(line)
		}
	}
	return b.String()
}

// difference returns the lines that stand in one text alone.
func difference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	var b strings.Builder
	for _, line := range g {
		if !slices.Contains(w, line) {
			b.WriteString("+ " + line + "\n")
		}
	}
	for _, line := range w {
		if !slices.Contains(g, line) {
			b.WriteString("- " + line + "\n")
		}
	}
	return b.String()
}

func connect(t *testing.T, url string) *pgx.Conn {
	t.Helper()
	db, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close(context.Background()) })
	return db
}

// lines returns the rows of a query of one text column.
func lines(t *testing.T, db *pgx.Conn, query string, args ...any) []string {
	t.Helper()
	rows, err := db.Query(t.Context(), query, args...)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	out, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return out
}

// TestFirstIsTheFirst: databases of steps that are no longer here are told from those that the first step made.
func TestFirstIsTheFirst(t *testing.T) {
	t.Parallel()
	files, err := fs.Glob(migrations.FS, "*.up.sql")
	if err != nil || len(files) == 0 || !strings.HasPrefix(slices.Min(files), fmt.Sprintf("%06d_", migrations.First)) {
		t.Errorf("the first step is %v, not %d: %v", slices.Min(files), migrations.First, err)
	}
}
