package classify

import "github.com/prometheus/client_golang/prometheus"

var (
	queueLength = prometheus.NewDesc("skeeter_predict_queue_length", "Pictures that wait for the model now.", nil, nil)
	modelInfo   = prometheus.NewDesc("skeeter_predict_model_info", "The model that answers; always 1.", []string{"model_id"}, nil)
)

// Describe implements prometheus.Collector.
func (c *Classifier) Describe(to chan<- *prometheus.Desc) { prometheus.DescribeByCollect(c, to) }

// Collect implements prometheus.Collector.
func (c *Classifier) Collect(to chan<- prometheus.Metric) {
	to <- prometheus.MustNewConstMetric(queueLength, prometheus.GaugeValue, float64(c.queue.length()))
	to <- prometheus.MustNewConstMetric(modelInfo, prometheus.GaugeValue, 1, c.Description().ModelID)
}
