package tileindextest

import (
	"context"
	"fmt"
	"log/slog"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/skeeter-surveillance/skeeter/geo/counting"
	"github.com/skeeter-surveillance/skeeter/geo/tileindex"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// New returns an index without files.
func New(db *pgxpool.Pool) *tileindex.Index {
	return tileindex.New(tileindex.Options{DB: db, Log: slog.New(slog.DiscardHandler), Registry: prometheus.NewRegistry()})
}

// Reference is an index that keeps no rows, so that SQL answers.
func Reference(db *pgxpool.Pool) *tileindex.Index {
	return tileindex.New(tileindex.Options{DB: db, Log: slog.New(slog.DiscardHandler), Registry: prometheus.NewRegistry(), VersionOnly: true})
}

// CatchUp reads what is committed, and loads the rows where they are missing.
func CatchUp(t *testing.T, index *tileindex.Index) {
	t.Helper()
	if err := index.CatchUp(context.Background()); err != nil {
		t.Fatal(err)
	}
	if !index.State().Ready() {
		if err := index.Load(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
}

// Compare counts with the index and with SQL.
func Compare(t *testing.T, db *pgxpool.Pool, index *tileindex.Index, f surveillance.Filter) {
	t.Helper()
	ctx := context.Background()
	sql := counting.New(db, Reference(db))
	want, err := sql.Stats(ctx, f)
	if err != nil {
		t.Fatal(err)
	}
	got := index.State().Stats(f)
	if g, w := Summary(got), Summary(want); g != w {
		t.Errorf("filter %+v\n index %s\n SQL   %s", f, g, w)
	}
	n, err := sql.Count(ctx, f)
	if err != nil {
		t.Fatal(err)
	}
	if m := index.State().Count(f); m != n {
		t.Errorf("filter %+v: index counts %d, SQL %d", f, m, n)
	}
	box, err := sql.Box(ctx, f)
	if err != nil {
		t.Fatal(err)
	}
	if b := index.State().Box(f); !reflect.DeepEqual(b, box) {
		t.Errorf("filter %+v: index has the box %v, SQL %v", f, b, box)
	}
	densities, err := sql.Densities(ctx, f)
	if err != nil {
		t.Fatal(err)
	}
	if d := index.State().Densities(f); !reflect.DeepEqual(d, densities) {
		t.Errorf("filter %+v\n index has the densities %v\n SQL %v", f, d, densities)
	}
	facets, err := sql.Facets(ctx, f)
	if err != nil {
		t.Fatal(err)
	}
	if x := index.State().Facets(f); !reflect.DeepEqual(x, facets) {
		t.Errorf("filter %+v\n index %v\n SQL   %v", f, x, facets)
	}
}

// Summary lists everything that statistics say, in an order of its own.
func Summary(s surveillance.Stats) string {
	by := surveillance.SumBy(s.Counts, func(c surveillance.Count) string {
		return fmt.Sprintf("%d/%s/%d", c.TaxonKey, c.CountryID, c.DataSourceKey)
	})
	lines := make([]string, 0, len(by))
	for key, sum := range by {
		lines = append(lines, fmt.Sprintf("%s %d %d %s %s %s %s %s %s", key, sum.Records, sum.Specimens, sum.First.Format(time.DateOnly), sum.FirstUntil.Format(time.DateOnly),
			*sum.FirstPrecision(), sum.LastFrom.Format(time.DateOnly), sum.Last.Format(time.DateOnly), *sum.LastPrecision()))
	}
	return fmt.Sprintf("%q %v %v %d", slices.Sorted(slices.Values(lines)), s.Months, s.Years, s.PartlyInRange)
}
