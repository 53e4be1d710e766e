package predict

import (
	"errors"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
)

// Stages of a prediction.
const (
	stageDecode     = "decode"
	stageFind       = "find"
	stagePreprocess = "preprocess"
	stageWait       = "wait"
	stageInfer      = "infer"
	stageEncode     = "encode"
	stageSave       = "save"
)

type metrics struct {
	stages   *prometheus.HistogramVec
	results  *prometheus.CounterVec
	failures *prometheus.CounterVec
}

func newMetrics(reg prometheus.Registerer) *metrics {
	m := &metrics{
		stages: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name:    "skeeter_predict_stage_seconds",
			Help:    "Time of the stages of a prediction: decode, find (the insect), preprocess, encode (the picture that is kept), wait (for its turn), infer, save.",
			Buckets: []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10},
		}, []string{"stage"}),
		results: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "skeeter_predictions_total", Help: "Predictions by the class that came first.",
		}, []string{"class"}),
		failures: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "skeeter_predict_failures_total", Help: "Pictures without a prediction by the type of the error.",
		}, []string{"reason"}),
	}
	for _, reason := range []string{httpapi.TypePredictionFailed, httpapi.TypeModelNotConfigured} {
		m.failures.WithLabelValues(reason) // rate() needs the series from 0 on
	}
	reg.MustRegister(m.stages, m.results, m.failures)
	return m
}

func (m *metrics) observe(stage string, d time.Duration) {
	m.stages.WithLabelValues(stage).Observe(d.Seconds())
}

// countFailure counts a picture without a prediction. Callers leave out clients that left.
func (m *metrics) countFailure(err error) {
	reason := httpapi.TypePredictionFailed
	if known := new(httpapi.Error); errors.As(err, &known) {
		reason = known.Type
	}
	m.failures.WithLabelValues(reason).Inc()
}
