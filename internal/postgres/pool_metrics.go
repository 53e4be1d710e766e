package postgres

import (
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"
)

var (
	poolConnections = prometheus.NewDesc("skeeter_db_pool_connections",
		"Connections of the pool: idle, used (by a query or a transaction, or being opened), and max, how many there may be.", []string{"state"}, nil)
	poolAcquires = prometheus.NewDesc("skeeter_db_pool_acquires_total",
		"Connections taken from the pool.", nil, nil)
	poolWait = prometheus.NewDesc("skeeter_db_pool_acquire_wait_seconds_total",
		"Time that was waited for a connection because none was idle.", nil, nil)
	poolCanceled = prometheus.NewDesc("skeeter_db_pool_canceled_acquires_total",
		"Waits for a connection that were given up: the client left, or the time was over.", nil, nil)
)

// poolCollector reads the pool's statistics at each scrape.
type poolCollector struct{ pool *pgxpool.Pool }

func (c poolCollector) Describe(out chan<- *prometheus.Desc) { prometheus.DescribeByCollect(c, out) }

func (c poolCollector) Collect(out chan<- prometheus.Metric) {
	s := c.pool.Stat()
	for state, n := range map[string]int32{"idle": s.IdleConns(), "used": s.AcquiredConns() + s.ConstructingConns(), "max": s.MaxConns()} {
		out <- prometheus.MustNewConstMetric(poolConnections, prometheus.GaugeValue, float64(n), state)
	}
	out <- prometheus.MustNewConstMetric(poolAcquires, prometheus.CounterValue, float64(s.AcquireCount()))
	out <- prometheus.MustNewConstMetric(poolWait, prometheus.CounterValue, s.EmptyAcquireWaitTime().Seconds())
	out <- prometheus.MustNewConstMetric(poolCanceled, prometheus.CounterValue, float64(s.CanceledAcquireCount()))
}
