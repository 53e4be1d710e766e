package observe

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"maps"
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

// StoredMetrics compares the data version, which is in memory, every storedMetricsEvery. After a count it pauses countPauseFactor times
// as long as the count took, and at least minCountPause.
const (
	storedMetricsEvery = time.Second
	minCountPause      = 5 * time.Second
	countPauseFactor   = 20
)

// MaxSourceLabels is how many data sources have a label value of their own: those with the most records.
const MaxSourceLabels = 50

// Label values that are no data source's id, because an id holds no underscore.
const (
	sourceOther   = "_other"   // the data sources beyond MaxSourceLabels
	sourceReports = "_reports" // records without a data source: those made through the API
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
	// Version returns the data version. It returns "" to put off a count: before the version is known, and while the tile index loads,
	// when a count would scan the table.
	Version func() string
}

// StoredMetrics are the metrics of the stored observations: their number by data source and status, their species, and how fresh they
// are. They are counted in the background when the observations changed, at a bounded rate. A scrape reads memory and never waits.
type StoredMetrics struct {
	options StoredMetricsOptions
	last    atomic.Pointer[storedCounts] // nil before the first count
	counted string                       // data version of the last count
}

type storedCounts struct {
	counts          surveillance.StatusCounts
	newest, written *time.Time // nil for none
}

// NewStoredMetrics returns the metrics, to be registered. Run counts.
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
		done, err := m.Count(ctx)
		if err != nil && ctx.Err() == nil {
			m.options.Log.WarnContext(ctx, "counting the observations for the metrics failed", "error", err)
		}
		if done || err != nil {
			pause = max(minCountPause, countPauseFactor*time.Since(began))
		}
	}
}

// Count counts if the observations changed since the last count, and says whether it counted. Call it from one goroutine.
func (m *StoredMetrics) Count(ctx context.Context) (bool, error) {
	version := m.options.Version()
	if version == "" || version == m.counted {
		return false, nil
	}
	counts, err := m.options.Counter.ByStatus(ctx)
	if err != nil {
		return false, err
	}
	now := &storedCounts{counts: counts}
	if err := m.options.DB.QueryRow(ctx, freshnessQuery.String()).Scan(&now.newest, &now.written); err != nil {
		return false, fmt.Errorf("read the times of the newest observation and the last write: %w", err)
	}
	if now.written == nil {
		if now.written, err = m.lastWritten(ctx); err != nil {
			return false, err
		}
	}
	m.last.Store(now)
	m.counted = version
	return true, nil
}

// lastWritten returns the time that the last count found. Before the first count it reads the newest time in the rows.
func (m *StoredMetrics) lastWritten(ctx context.Context) (*time.Time, error) {
	if before := m.last.Load(); before != nil && before.written != nil {
		return before.written, nil
	}
	var written *time.Time
	if err := m.options.DB.QueryRow(ctx, lastWrittenQuery.String()).Scan(&written); err != nil {
		return nil, fmt.Errorf("read when the observations were last written: %w", err)
	}
	return written, nil
}

// Describe implements prometheus.Collector.
func (m *StoredMetrics) Describe(to chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{observationsDesc, taxaDesc, newestDesc, writtenDesc} {
		to <- d
	}
}

// Collect implements prometheus.Collector. Before the first count it sends nothing, because 0 would be wrong.
func (m *StoredMetrics) Collect(to chan<- prometheus.Metric) {
	now := m.last.Load()
	if now == nil {
		return
	}
	gauge := func(d *prometheus.Desc, value float64, labels ...string) {
		to <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, value, labels...)
	}
	for at, n := range now.byLabels(m.options.Lookups.Current()) {
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

type labels struct{ source, status string }

func (now *storedCounts) byLabels(names *surveillance.Names) map[labels]int64 {
	records := map[int32]int64{}
	for at, n := range now.counts.Records {
		if at.DataSourceKey != 0 {
			records[at.DataSourceKey] += n
		}
	}
	// Those with the most records, and among equals the smallest keys.
	largest := slices.SortedFunc(maps.Keys(records), func(a, b int32) int {
		return cmp.Or(cmp.Compare(records[b], records[a]), cmp.Compare(a, b))
	})
	own := make(map[int32]string, MaxSourceLabels)
	for _, key := range largest[:min(MaxSourceLabels, len(largest))] {
		if source, ok := names.DataSource(key); ok {
			own[key] = source.ID
		}
	}
	out := map[labels]int64{}
	for at, n := range now.counts.Records {
		source := cmp.Or(own[at.DataSourceKey], sourceOther)
		if at.DataSourceKey == 0 {
			source = sourceReports
		}
		out[labels{source, at.Status}] += n
	}
	return out
}
