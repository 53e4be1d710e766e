package importing

import (
	"context"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var runningQuery = sql.Get("importing/running.sql")

// countEvery is how often a server counts the running imports, beside each notice: a killed import sends none.
const countEvery = 15 * time.Second

// Metrics are a server's metrics of imports into its database, by the notices that it received since its start.
type Metrics struct {
	db       *pgxpool.Pool
	log      *slog.Logger
	imports  *prometheus.CounterVec
	rows     *prometheus.CounterVec
	duration prometheus.Histogram
	running  prometheus.Gauge
}

// NewMetrics registers the metrics. Listening to Channel updates them.
func NewMetrics(db *pgxpool.Pool, log *slog.Logger, reg prometheus.Registerer) *Metrics {
	m := &Metrics{
		db: db, log: log,
		imports: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "skeeter_imports_total", Help: "Imports of a file that ended, by result: stored, failed (nothing of it was stored).",
		}, []string{"result"}),
		rows: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "skeeter_import_rows_total",
			Help: "Rows read by imports that were stored, by what became of them: inserted, updated, unchanged, absence, event (a sampling event and no record), rejected, skipped.",
		}, []string{"outcome"}),
		duration: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "skeeter_import_duration_seconds", Help: "Time of an import, of those that failed too.",
			Buckets: []float64{.1, .5, 1, 5, 15, 60, 300, 900, 3600},
		}),
		running: prometheus.NewGauge(prometheus.GaugeOpts{Name: "skeeter_imports_running", Help: "Imports that run now."}),
	}
	for _, result := range []string{kindStored, kindFailed} {
		m.imports.WithLabelValues(result) // start at 0, so that a rate counts the first import
	}
	for outcome := range (notice{}).outcomes() {
		m.rows.WithLabelValues(outcome)
	}
	reg.MustRegister(m.imports, m.rows, m.duration, m.running)
	return m
}

func (n notice) outcomes() map[string]int64 {
	return map[string]int64{
		"inserted": n.Inserted, "updated": n.Updated, "unchanged": n.Unchanged, "absence": n.Absences, "event": n.EventRows, "pool": n.PoolRows,
		"rejected": n.Rejected, "skipped": n.Skipped,
	}
}

// Channel returns the channel of notices, with the functions that update the metrics.
func (m *Metrics) Channel() postgres.Channel {
	return postgres.Channel{Name: Channel, Every: countEvery, Received: m.count, Refresh: m.look}
}

func (m *Metrics) count(ctx context.Context, payload string) {
	notice, err := parseNotice(payload)
	if err != nil {
		m.log.WarnContext(ctx, "the metrics ignore an invalid notice of an import", "error", err)
		return
	}
	if notice.Kind == kindBegan {
		return
	}
	m.imports.WithLabelValues(notice.Kind).Inc()
	m.duration.Observe(notice.Seconds)
	for outcome, rows := range notice.outcomes() {
		m.rows.WithLabelValues(outcome).Add(float64(rows))
	}
}

func (m *Metrics) look(ctx context.Context) {
	var running int64
	if err := m.db.QueryRow(ctx, runningQuery.String()).Scan(&running); err != nil {
		if ctx.Err() == nil {
			m.log.WarnContext(ctx, "counting the running imports failed", "error", err)
		}
		return
	}
	m.running.Set(float64(running))
}
