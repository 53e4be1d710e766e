package observe

import (
	"context"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var queueCountsQuery = sql.Get("review/counts.sql")

// queueCountEvery is the time between two counts of the queue.
const queueCountEvery = 15 * time.Second

var (
	queueDesc = prometheus.NewDesc("skeeter_review_queue",
		"Observations that are not public: pending wait for a review.", []string{"publication"}, nil)
	queueOldestDesc = prometheus.NewDesc("skeeter_review_queue_oldest_timestamp_seconds",
		"Since when the oldest observation waits for a review, in Unix time; missing without one.", nil, nil)
)

// queueCount is what is not public of one publication.
type queueCount struct {
	Publication string    `db:"publication"`
	Records     int64     `db:"records"`
	Oldest      time.Time `db:"oldest"`
}

// QueueMetrics counts what waits for a review. It is a prometheus.Collector.
type QueueMetrics struct {
	db     *pgxpool.Pool
	log    *slog.Logger
	counts atomic.Pointer[[]queueCount]
}

// NewQueueMetrics returns metrics that say nothing before the first count.
func NewQueueMetrics(db *pgxpool.Pool, log *slog.Logger) *QueueMetrics {
	return &QueueMetrics{db: db, log: log}
}

// Run counts until ctx ends. The database has to be migrated.
func (m *QueueMetrics) Run(ctx context.Context) {
	for {
		if err := m.count(ctx); err != nil && ctx.Err() == nil && !postgres.Unavailable(err) {
			m.log.WarnContext(ctx, "the review queue could not be counted", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(queueCountEvery):
		}
	}
}

func (m *QueueMetrics) count(ctx context.Context) error {
	counts, err := postgres.All[queueCount](ctx, m.db, queueCountsQuery)
	if err != nil {
		return fmt.Errorf("count the review queue: %w", err)
	}
	m.counts.Store(&counts)
	return nil
}

// Describe implements prometheus.Collector.
func (m *QueueMetrics) Describe(ch chan<- *prometheus.Desc) {
	ch <- queueDesc
	ch <- queueOldestDesc
}

// Collect implements prometheus.Collector.
func (m *QueueMetrics) Collect(ch chan<- prometheus.Metric) {
	counts := m.counts.Load()
	if counts == nil {
		return
	}
	records := map[string]int64{pending: 0, withdrawn: 0}
	for _, c := range *counts {
		records[c.Publication] = c.Records
		if c.Publication == pending {
			ch <- prometheus.MustNewConstMetric(queueOldestDesc, prometheus.GaugeValue, float64(c.Oldest.UnixMicro())/1e6)
		}
	}
	for publication, n := range records {
		ch <- prometheus.MustNewConstMetric(queueDesc, prometheus.GaugeValue, float64(n), publication)
	}
}
