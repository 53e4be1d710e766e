package app

import (
	"runtime"

	"github.com/prometheus/client_golang/prometheus"
)

// buildInfo is the metric that says what runs.
func buildInfo(version string) prometheus.Collector {
	return prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "skeeter_build_info", Help: "What runs; always 1.", ConstLabels: prometheus.Labels{"version": version, "go_version": runtime.Version()},
	}, func() float64 { return 1 })
}
