package transfer

import (
	"context"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var importRunning = sql.Get("importing/running.sql")

// importsEvery is how often a server looks which imports run, beside when it is told: a killed one says nothing.
const importsEvery = 15 * time.Second

// ImportMetrics are a server's metrics of the imports into its database that it was told of while it ran.
type ImportMetrics struct {
	db       *pgxpool.Pool
	log      *slog.Logger
	imports  *prometheus.CounterVec
	rows     *prometheus.CounterVec
	duration prometheus.Histogram
	running  prometheus.Gauge
}

// NewImportMetrics registers the metrics; Channel keeps them.
func NewImportMetrics(db *pgxpool.Pool, log *slog.Logger, reg prometheus.Registerer) *ImportMetrics {
	m := &ImportMetrics{
		db: db, log: log,
		imports: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "skeeter_imports_total", Help: "Imports of a file that ended, by result: stored, failed (nothing of it was stored).",
		}, []string{"result"}),
		rows: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "skeeter_import_rows_total",
			Help: "Rows read by imports that were stored, by what became of them: inserted, updated, unchanged, absence, rejected.",
		}, []string{"outcome"}),
		duration: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "skeeter_import_duration_seconds", Help: "Time of an import, of those that failed too.",
			Buckets: []float64{.1, .5, 1, 5, 15, 60, 300, 900, 3600},
		}),
		running: prometheus.NewGauge(prometheus.GaugeOpts{Name: "skeeter_imports_running", Help: "Imports that run now."}),
	}
	for _, result := range []string{importStored, importFailed} {
		m.imports.WithLabelValues(result) // a rate needs the 0 that it began at
	}
	for outcome := range (importNotice{}).outcomes() {
		m.rows.WithLabelValues(outcome)
	}
	reg.MustRegister(m.imports, m.rows, m.duration, m.running)
	return m
}

// outcomes are the rows by the value of the label.
func (n importNotice) outcomes() map[string]int64 {
	return map[string]int64{
		"inserted": n.Inserted, "updated": n.Updated, "unchanged": n.Unchanged, "absence": n.Absences, "rejected": n.Rejected,
	}
}

// Channel is what the metrics come from.
func (m *ImportMetrics) Channel() postgres.Channel {
	return postgres.Channel{Name: ImportsChannel, Every: importsEvery, Received: m.count, Refresh: m.look}
}

func (m *ImportMetrics) count(ctx context.Context, payload string) {
	notice, err := parseImportNotice(payload)
	if err != nil {
		m.log.WarnContext(ctx, "a notice of an import was not counted", "error", err)
		return
	}
	if notice.Kind == importBegan {
		return
	}
	m.imports.WithLabelValues(notice.Kind).Inc()
	m.duration.Observe(notice.Seconds)
	for outcome, rows := range notice.outcomes() {
		m.rows.WithLabelValues(outcome).Add(float64(rows))
	}
}

func (m *ImportMetrics) look(ctx context.Context) {
	var running int64
	if err := m.db.QueryRow(ctx, importRunning.String()).Scan(&running); err != nil {
		if ctx.Err() == nil {
			m.log.WarnContext(ctx, "the running imports were not counted", "error", err)
		}
		return
	}
	m.running.Set(float64(running))
}
