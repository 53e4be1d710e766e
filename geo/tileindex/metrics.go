package tileindex

import "github.com/prometheus/client_golang/prometheus"

type metrics struct {
	catchUp, lag prometheus.Histogram
	load         prometheus.Gauge
}

// newMetrics registers the metrics. With versionOnly it leaves out those of the rows.
func newMetrics(reg prometheus.Registerer, state func() *State, versionOnly bool) metrics {
	m := metrics{
		catchUp: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "skeeter_tile_index_catch_up_seconds", Help: "Time to read and take in what changed.",
			Buckets: prometheus.ExponentialBuckets(.0005, 4, 9),
		}),
		lag: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "skeeter_tile_index_lag_seconds", Help: "Time from the writing of the newest change to its being counted.",
			Buckets: prometheus.ExponentialBuckets(.0005, 4, 9),
		}),
		load: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "skeeter_tile_index_load_seconds", Help: "Time that the last load took, of the table or of the snapshot.",
		}),
	}
	reg.MustRegister(m.catchUp, m.lag,
		gauge("version", "The data version: how often transactions touched an area, a tile of zoom 6.", func() float64 { return float64(state().Version().Number) }),
	)
	if versionOnly {
		return m
	}
	reg.MustRegister(m.load,
		gauge("ready", "1 while counts come from memory, 0 while they come from SQL.", func() float64 {
			if state().Ready() {
				return 1
			}
			return 0
		}),
		gauge("points", "1 while single records come from the index's files, 0 while they come from SQL.", func() float64 {
			if state().HasPoints() {
				return 1
			}
			return 0
		}),
		gauge("file_bytes", "Size of the point file and the details file.", func() float64 { return float64(state().points.bytes()) }),
		gauge("rows", "Observations in the index.", func() float64 { rows, _ := state().Size(); return float64(rows) }),
		gauge("bytes", "Memory that the rows of the index take.", func() float64 { _, bytes := state().Size(); return float64(bytes) }),
	)
	return m
}

func gauge(name, help string, value func() float64) prometheus.GaugeFunc {
	return prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "skeeter_tile_index_" + name, Help: help}, value)
}
