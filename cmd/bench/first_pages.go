package main

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/skeeter-surveillance/skeeter/geo"
	"github.com/skeeter-surveillance/skeeter/geo/analytics"
	"github.com/skeeter-surveillance/skeeter/geo/counting"
	"github.com/skeeter-surveillance/skeeter/geo/tileindex"
	"github.com/skeeter-surveillance/skeeter/internal/gis"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/ogc"
	"github.com/skeeter-surveillance/skeeter/ogc/features"
)

// recorded is a state whose rows were read before: a page of it costs what its encoding costs.
type recorded struct {
	features.State
	rows *[]postgres.Row // of the page that is asked for; nil: not read yet
}

func (r recorded) Newest(ctx context.Context, n surveillance.Newest, columns []string, visit func(postgres.Row) error) (bool, error) {
	if *r.rows == nil {
		_ = must(r.State.Newest(ctx, n, columns, func(row postgres.Row) error {
			kept := make(postgres.Row, len(row))
			for i, value := range row {
				kept[i] = slices.Clone(value)
			}
			*r.rows = append(*r.rows, kept)
			return nil
		}))
	}
	for _, row := range *r.rows {
		if err := visit(row); err != nil {
			return false, err
		}
	}
	return true, nil
}

// forgetful is a state without records in memory.
type forgetful struct{ features.State }

func (forgetful) Newest(context.Context, surveillance.Newest, []string, func(postgres.Row) error) (bool, error) {
	return false, nil
}

// measureFirstPages compares first pages from memory with pages of the same rows out of an array and with those by SQL, in turn, without HTTP.
func (b *bench) measureFirstPages(ctx context.Context) {
	db := must(postgres.Connect(ctx, postgres.PoolOptions{URL: "host=" + filepath.Join(b.database, "socket") + " user=skeeter dbname=skeeter"}))
	defer db.Close()
	log, registry := slog.New(slog.DiscardHandler), prometheus.NewRegistry()
	lookups := postgres.NewLookups(db, log, registry)
	check(lookups.Refresh(ctx))
	index := tileindex.New(tileindex.Options{DB: db, Log: log, Registry: registry, Folder: b.dir})
	check(index.CatchUp(ctx))
	check(index.Load(ctx))
	counter := counting.New(db, index)
	summaries := gis.New(gis.Options{DB: db, Log: log, Version: func() string { return index.State().Version().String() }})
	defer summaries.Close()
	pages := func(state func() features.State) http.Handler {
		o := ogc.Options{DB: db, Lookups: lookups, Counter: counter, Summaries: summaries, Tables: analytics.New(analytics.Options{DB: db, Lookups: lookups, Index: index, Counter: counter}), AppName: "Skeeter", Base: "/api/v1", State: state}
		return httpapi.New(httpapi.Options{Routes: ogc.New(o).Routes(), Log: log, Metrics: httpapi.NewMetrics(prometheus.NewRegistry()), Unavailable: postgres.Unavailable})
	}
	var rows []postgres.Row
	memory := pages(func() features.State { return geo.NewRows(db, index) })
	array := pages(func() features.State { return recorded{geo.NewRows(db, index), &rows} })
	sql := pages(func() features.State { return forgetful{geo.NewRows(db, index)} })

	fmt.Printf("first pages out of memory, medians of %d rounds in turn\n", featureRounds)
	for _, filter := range []struct{ name, query string }{
		{"all records", ""}, {"a box", "&bbox=-20,0,40,50"}, {"a species", "&species_id=aedes-albopictus"}, {"days", "&datetime=2015-03-01/2016-08-31"},
	} {
		for _, limit := range []int{100, 10_000} {
			path := fmt.Sprintf("/ogc/collections/observations/items?f=json&limit=%d%s", limit, filter.query)
			page := func(h http.Handler) func() time.Duration {
				return func() time.Duration { return timePage(ctx, h, path) }
			}
			rows = nil
			page(array)() // keeps the rows
			mine, encoded, ratios := inTurn(page(memory), page(array))
			_, asked, gains := inTurn(page(memory), page(sql))
			fmt.Printf("%-26s %8.2f ms; its rows out of an array %8.2f ms, ratio %5.2f; by SQL %8.2f ms, %5.1f times\n", fmt.Sprintf("%s: %d", filter.name, limit),
				ms(median(mine)), ms(median(encoded)), median(ratios), ms(median(asked)), 1/median(gains))
			b.sum(fmt.Sprintf("first page of /ogc: %s, %d", filter.name, limit), fmt.Sprintf("%.2f ms", ms(median(mine))), fmt.Sprintf("its encoding from an array %.2f ms", ms(median(encoded))),
				fmt.Sprintf("%.2f times", median(ratios)))
		}
	}
}

// timePage returns how long a handler takes to answer.
func timePage(ctx context.Context, h http.Handler, path string) time.Duration {
	r := httptest.NewRequestWithContext(ctx, http.MethodGet, path, http.NoBody)
	w := httptest.NewRecorder()
	began := time.Now()
	h.ServeHTTP(w, r)
	took := time.Since(began)
	if w.Code != http.StatusOK {
		check(fmt.Errorf("%s: %d %s", path, w.Code, w.Body))
	}
	return took
}
