package importing_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/observe/transfer/importing"
)

// fixture imports files that a test writes.
type fixture struct {
	t   *testing.T
	db  *pgxpool.Pool
	dir string
	im  *importing.Importer
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	db := pgtest.Pool(t)
	return &fixture{t: t, db: db, dir: t.TempDir(), im: importing.New(db, slog.New(slog.DiscardHandler))}
}

// in is the fixture for a subtest, which then fails alone.
func (i *fixture) in(t *testing.T) *fixture {
	of := *i
	of.t = t
	return &of
}

// file writes a file and returns its path.
func (i *fixture) file(name, content string) string {
	i.t.Helper()
	path := filepath.Join(i.dir, name)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		i.t.Fatal(err)
	}
	return path
}

func (i *fixture) try(path string, o importing.Options) (importing.Report, error) {
	return i.im.Import(context.Background(), path, o)
}

// must imports a file and checks that every row is accounted for.
func (i *fixture) must(path string, o importing.Options) importing.Report {
	i.t.Helper()
	r, err := i.try(path, o)
	if err != nil {
		i.t.Fatalf("%s: %v", filepath.Base(path), err)
	}
	if r.Accounted() != r.Rows {
		i.t.Errorf("%s: %d rows, %d accounted for: %+v", filepath.Base(path), r.Rows, r.Accounted(), r)
	}
	return r
}

// stops checks that an import ends with a Stop of a kind and changes nothing.
func (i *fixture) stops(kind, path string, o importing.Options) *importing.Stop {
	i.t.Helper()
	before := i.state()
	_, err := i.try(path, o)
	stop := new(importing.Stop)
	if !errors.As(err, &stop) || stop.Kind != kind {
		i.t.Fatalf("%s: %v, want it to stop for %s", filepath.Base(path), err, kind)
	}
	if after := i.state(); after != before {
		i.t.Errorf("%s stopped and left\n%s\nbefore it was\n%s", filepath.Base(path), after, before)
	}
	return stop
}

// state is everything that is stored of records and data sources.
func (i *fixture) state() string {
	i.t.Helper()
	var out strings.Builder
	for _, table := range []string{"data_sources", "observations", "absences", "taxa", "taxon_names"} {
		rows := pgtest.Column[string](i.t, i.db, "select to_jsonb(x)::text from "+table+" x order by 1")
		fmt.Fprintf(&out, "%s %d\n%s\n", table, len(rows), strings.Join(rows, "\n"))
	}
	return out.String()
}

// counts writes what became of the rows.
func counts(r importing.Report) string {
	return fmt.Sprintf("inserted %d, updated %d, unchanged %d, absences %d, rejected %d, skipped %d, missing %d, removed %d",
		r.Inserted, r.Updated, r.Unchanged, r.Absences, r.Rejected, r.Skipped, r.Missing, r.Removed)
}

func (i *fixture) want(r importing.Report, want string) {
	i.t.Helper()
	if got := counts(r); got != want {
		i.t.Errorf("%s: %s, want %s; notes %+v", filepath.Base(r.File), got, want, r.Notes)
	}
}

const header = "occurrenceID,scientificName,decimalLatitude,decimalLongitude,eventDate,individualCount"

// rows are n records with ids that begin with a prefix.
func rows(prefix string, n int) string {
	var b strings.Builder
	b.WriteString(header + "\n")
	for i := range n {
		fmt.Fprintf(&b, "%s-%d,Culex pipiens,48.%03d,2.35,2020-05-%02d,1\n", prefix, i, i, 1+i%28)
	}
	return b.String()
}
