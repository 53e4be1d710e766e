package observe

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"slices"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/skeeter-surveillance/skeeter/internal/lookup"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/tally"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var (
	freshnessQuery   = sql.Get("observe/freshness.sql")
	lastWrittenQuery = sql.Get("observe/last_written.sql")
)

// How often Holdings looks whether the observations changed, in memory, and how it rests after a count: at least minHoldingsRest, and
// holdingsRest times what the count took.
const (
	holdingsEvery   = time.Second
	minHoldingsRest = 5 * time.Second
	holdingsRest    = 20
)

// MaxSourceLabels is how many data sources have a label of their own in the metrics: those with the most records.
const MaxSourceLabels = 50

// Labels that no data source has for its id, which holds no underscore.
const (
	sourceOther   = "_other"   // the data sources beyond MaxSourceLabels
	sourceReports = "_reports" // records without a data source: made through the API
)

var (
	observationsDesc = prometheus.NewDesc("skeeter_observations",
		"Observations by data source (the 50 with the most; _other for the rest, _reports for those made through the API) and status.", []string{"data_source", "status"}, nil)
	taxaDesc = prometheus.NewDesc("skeeter_species_observed",
		"Different scientific names among the observations that are not rejected.", nil, nil)
	newestDesc = prometheus.NewDesc("skeeter_observations_newest_timestamp_seconds",
		"When the newest observation that is not rejected was made (observed_at), in Unix time.", nil, nil)
	writtenDesc = prometheus.NewDesc("skeeter_observations_last_write_timestamp_seconds",
		"When observations were last written, changed or removed, in Unix time.", nil, nil)
)

// Census counts the observations without holding up who else counts.
type Census interface {
	Census(ctx context.Context) (tally.Census, error)
}

// HoldingsOptions of NewHoldings. All are needed.
type HoldingsOptions struct {
	DB      *pgxpool.Pool
	Log     *slog.Logger
	Lookups *lookup.Lookups
	Census  Census
	Version func() string // of the observations, from memory; "" while it is not known or a count would cost a scan that is soon not needed
}

// Holdings are the metrics of what there is: observations by data source and status, species, how fresh they are. They are
// counted in the background when the observations changed, at a bounded rate; a scrape reads memory and never waits.
type Holdings struct {
	options HoldingsOptions
	held    atomic.Pointer[held] // nil before the first count
	seen    string               // version of the last count
}

// held is what one count found.
type held struct {
	census          tally.Census
	newest, written *time.Time // nil for none
}

// NewHoldings returns metrics to be registered; Run counts.
func NewHoldings(o HoldingsOptions) *Holdings { return &Holdings{options: o} }

// Run counts whenever the observations changed, until ctx ends.
func (h *Holdings) Run(ctx context.Context) {
	pause := holdingsEvery
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(pause):
		}
		pause = holdingsEvery
		began := time.Now()
		did, err := h.Count(ctx)
		if err != nil && ctx.Err() == nil {
			h.options.Log.WarnContext(ctx, "the observations were not counted for the metrics", "error", err)
		}
		if did || err != nil {
			pause = max(minHoldingsRest, holdingsRest*time.Since(began))
		}
	}
}

// Count counts if the observations changed since the last time, and says whether it did. Call it from one goroutine.
func (h *Holdings) Count(ctx context.Context) (bool, error) {
	version := h.options.Version()
	if version == "" || version == h.seen {
		return false, nil
	}
	census, err := h.options.Census.Census(ctx)
	if err != nil {
		return false, err
	}
	now := &held{census: census}
	if err := h.options.DB.QueryRow(ctx, freshnessQuery.String()).Scan(&now.newest, &now.written); err != nil {
		return false, fmt.Errorf("ask how fresh the observations are: %w", err)
	}
	if now.written == nil {
		if now.written, err = h.lastWritten(ctx); err != nil {
			return false, err
		}
	}
	h.held.Store(now)
	h.seen = version
	return true, nil
}

// lastWritten is what the last count knew, or else what the rows tell.
func (h *Holdings) lastWritten(ctx context.Context) (*time.Time, error) {
	if before := h.held.Load(); before != nil && before.written != nil {
		return before.written, nil
	}
	row, err := postgres.One[struct {
		Written *time.Time `db:"written"`
	}](ctx, h.options.DB, lastWrittenQuery)
	if err != nil {
		return nil, fmt.Errorf("ask when the observations were last written: %w", err)
	}
	return row.Written, nil
}

// Describe implements prometheus.Collector.
func (h *Holdings) Describe(to chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{observationsDesc, taxaDesc, newestDesc, writtenDesc} {
		to <- d
	}
}

// Collect implements prometheus.Collector. Before the first count there is nothing: 0 would be a claim.
func (h *Holdings) Collect(to chan<- prometheus.Metric) {
	now := h.held.Load()
	if now == nil {
		return
	}
	gauge := func(d *prometheus.Desc, value float64, labels ...string) {
		to <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, value, labels...)
	}
	for at, n := range now.labelled(h.options.Lookups.Current()) {
		gauge(observationsDesc, float64(n), at.source, at.status)
	}
	gauge(taxaDesc, float64(now.census.Taxa))
	if now.newest != nil {
		gauge(newestDesc, unixSeconds(*now.newest))
	}
	if now.written != nil {
		gauge(writtenDesc, unixSeconds(*now.written))
	}
}

func unixSeconds(t time.Time) float64 { return float64(t.UnixMicro()) / 1e6 }

// label of observations.
type label struct{ source, status string }

// labelled sums the census by labels.
func (now *held) labelled(names *lookup.Snapshot) map[label]int64 {
	records := map[int32]int64{}
	for at, n := range now.census.Records {
		if at.DataSourceKey != 0 {
			records[at.DataSourceKey] += n
		}
	}
	own := make(map[int32]string, MaxSourceLabels)
	for _, key := range largest(records, MaxSourceLabels) {
		if source, ok := names.DataSource(key); ok {
			own[key] = source.ID
		}
	}
	out := map[label]int64{}
	for at, n := range now.census.Records {
		source := cmp.Or(own[at.DataSourceKey], sourceOther)
		if at.DataSourceKey == 0 {
			source = sourceReports
		}
		out[label{source, at.Status}] += n
	}
	return out
}

// largest returns at most n keys, those with the most records first, older ones first among equals.
func largest(records map[int32]int64, n int) []int32 {
	keys := make([]int32, 0, len(records))
	for key := range records {
		keys = append(keys, key)
	}
	slices.SortFunc(keys, func(a, b int32) int { return cmp.Or(cmp.Compare(records[b], records[a]), cmp.Compare(a, b)) })
	return keys[:min(n, len(keys))]
}
