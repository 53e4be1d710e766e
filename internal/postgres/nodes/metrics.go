package nodes

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// metrics of nodes: Nodes collects those of each replica.
type metrics struct{ toPrimary prometheus.Counter }

func newMetrics(n *Nodes, registry prometheus.Registerer) metrics {
	m := metrics{prometheus.NewCounter(prometheus.CounterOpts{
		Name: "skeeter_replica_fallbacks_total", Help: "Reads that the primary answered because no replica was up, near enough and had what they need.",
	})}
	registry.MustRegister(m.toPrimary, n)
	return m
}

var (
	upDesc    = prometheus.NewDesc("skeeter_replica_up", "Whether a replica gets reads: 1 when it answers and is near enough.", []string{"replica"}, nil)
	lagDesc   = prometheus.NewDesc("skeeter_replica_lag_seconds", "How far a replica is behind the primary.", []string{"replica"}, nil)
	readsDesc = prometheus.NewDesc("skeeter_replica_reads_total", "Reads that went to a replica.", []string{"replica"}, nil)
	usedDesc  = prometheus.NewDesc("skeeter_replica_connections", "Connections to a replica that are in use.", []string{"replica"}, nil)
)

// Describe implements prometheus.Collector.
func (n *Nodes) Describe(to chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{upDesc, lagDesc, readsDesc, usedDesc} {
		to <- d
	}
}

// Collect implements prometheus.Collector.
func (n *Nodes) Collect(to chan<- prometheus.Metric) {
	for _, r := range n.readers(true) {
		up := 0.0
		if r.usable() {
			up = 1
		}
		to <- prometheus.MustNewConstMetric(upDesc, prometheus.GaugeValue, up, r.name)
		if r.up.Load() { // nobody knows where one is that does not answer
			to <- prometheus.MustNewConstMetric(lagDesc, prometheus.GaugeValue, time.Duration(r.lag.Load()).Seconds(), r.name)
		}
		to <- prometheus.MustNewConstMetric(readsDesc, prometheus.CounterValue, float64(r.reads.Load()), r.name)
		to <- prometheus.MustNewConstMetric(usedDesc, prometheus.GaugeValue, float64(r.pool.Stat().AcquiredConns()), r.name)
	}
}
