package httpapi

import "github.com/prometheus/client_golang/prometheus"

// Reasons for refusing a request because of load, the label values of skeeter_http_shed_total. The first three are the lanes,
// in the order of their constants.
const (
	BusyOrdinary = "ordinary"
	BusyLarge    = "large"
	BusyDownload = "download"
	BusyMemory   = "memory"
	BusyRate     = "rate"     // the client exceeds its RateLimit
	BusyUploads  = "uploads"  // too many uploads at a time
	BusyPictures = "pictures" // no memory to decode a picture
	BusyModel    = "model"    // too many pictures wait for the model
)

var busyReasons = []string{BusyOrdinary, BusyLarge, BusyDownload, BusyMemory, BusyRate, BusyUploads, BusyPictures, BusyModel}

func newBusyCounter() *prometheus.CounterVec {
	c := prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "skeeter_http_shed_total",
		Help: "Requests refused because of load, by what was short.",
	}, []string{"reason"})
	for _, reason := range busyReasons {
		c.WithLabelValues(reason)
	}
	return c
}

// Busy is 503 with Retry-After for a request that the server refuses because of load. The reason is one of the Busy constants.
func Busy(reason, detail string) *Error {
	e := Unavailable(detail, nil)
	e.Busy = reason
	return e
}
