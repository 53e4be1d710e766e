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

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var (
	freshnessQuery   = sql.Get("observe/freshness.sql")
	lastWrittenQuery = sql.Get("observe/last_written.sql")
)

// StoredMetrics looks in memory every storedMetricsEvery whether the observations changed. After a count it pauses for
// countPauseFactor times what the count took, and for minCountPause at least.
const (
	storedMetricsEvery = time.Second
	minCountPause      = 5 * time.Second
	countPauseFactor   = 20
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

// StoredMetricsOptions of NewStoredMetrics. All are needed.
type StoredMetricsOptions struct {
	DB      *pgxpool.Pool
	Log     *slog.Logger
	Lookups *postgres.Lookups
	Counter surveillance.Counter
	// Version names the state of the observations, from memory. It is "" while the state is not known, and while the tile index
	// loads: a count would scan the table.
	Version func() string
}

// StoredMetrics are the metrics of the stored observations: their number by data source and status, their species, and how
// fresh they are. They are counted in the background when the observations changed, at a bounded rate. A scrape reads memory
// and never waits.
type StoredMetrics struct {
	options StoredMetricsOptions
	last    atomic.Pointer[measured] // nil before the first count
	seen    string                   // version of the last count
}

// measured is what one count found.
type measured struct {
	counts          surveillance.StatusCounts
	newest, written *time.Time // nil for none
}

// NewStoredMetrics returns metrics to be registered; Run counts.
func NewStoredMetrics(o StoredMetricsOptions) *StoredMetrics { return &StoredMetrics{options: o} }

// Run counts whenever the observations changed, until ctx ends.
func (m *StoredMetrics) Run(ctx context.Context) {
	pause := storedMetricsEvery
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(pause):
		}
		pause = storedMetricsEvery
		began := time.Now()
		did, err := m.Count(ctx)
		if err != nil && ctx.Err() == nil {
			m.options.Log.WarnContext(ctx, "the observations were not counted for the metrics", "error", err)
		}
		if did || err != nil {
			pause = max(minCountPause, countPauseFactor*time.Since(began))
		}
	}
}

// Count counts if the observations changed since the last time, and says whether it did. Call it from one goroutine.
func (m *StoredMetrics) Count(ctx context.Context) (bool, error) {
	version := m.options.Version()
	if version == "" || version == m.seen {
		return false, nil
	}
	counts, err := m.options.Counter.ByStatus(ctx)
	if err != nil {
		return false, err
	}
	now := &measured{counts: counts}
	if err := m.options.DB.QueryRow(ctx, freshnessQuery.String()).Scan(&now.newest, &now.written); err != nil {
		return false, fmt.Errorf("ask how fresh the observations are: %w", err)
	}
	if now.written == nil {
		if now.written, err = m.lastWritten(ctx); err != nil {
			return false, err
		}
	}
	m.last.Store(now)
	m.seen = version
	return true, nil
}

// lastWritten is what the last count knew, or else what the rows tell.
func (m *StoredMetrics) lastWritten(ctx context.Context) (*time.Time, error) {
	if before := m.last.Load(); before != nil && before.written != nil {
		return before.written, nil
	}
	row, err := postgres.One[struct {
		Written *time.Time `db:"written"`
	}](ctx, m.options.DB, lastWrittenQuery)
	if err != nil {
		return nil, fmt.Errorf("ask when the observations were last written: %w", err)
	}
	return row.Written, nil
}

// Describe implements prometheus.Collector.
func (m *StoredMetrics) Describe(to chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{observationsDesc, taxaDesc, newestDesc, writtenDesc} {
		to <- d
	}
}

// Collect implements prometheus.Collector. Before the first count there is nothing: 0 would be a claim.
func (m *StoredMetrics) Collect(to chan<- prometheus.Metric) {
	now := m.last.Load()
	if now == nil {
		return
	}
	gauge := func(d *prometheus.Desc, value float64, labels ...string) {
		to <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, value, labels...)
	}
	for at, n := range now.labelled(m.options.Lookups.Current()) {
		gauge(observationsDesc, float64(n), at.source, at.status)
	}
	gauge(taxaDesc, float64(now.counts.Taxa))
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

// labelled sums the counts by labels.
func (now *measured) labelled(names *surveillance.Names) map[label]int64 {
	records := map[int32]int64{}
	for at, n := range now.counts.Records {
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
	for at, n := range now.counts.Records {
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
