package app

import (
	"runtime"

	"github.com/prometheus/client_golang/prometheus"
)

func buildInfo(version string) prometheus.Collector {
	return prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "skeeter_build_info", Help: "What runs; always 1.", ConstLabels: prometheus.Labels{"version": version, "go_version": runtime.Version()},
	}, func() float64 { return 1 })
}
