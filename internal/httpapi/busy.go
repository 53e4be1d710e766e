package httpapi

import "github.com/prometheus/client_golang/prometheus"

// What was short when a request was refused because of load: the reasons of skeeter_http_shed_total. The first three are
// the lanes.
const (
	BusyOrdinary = "ordinary"
	BusyLarge    = "large"
	BusyDownload = "download"
	BusyMemory   = "memory"
	BusyRate     = "rate"     // the client's own limit
	BusyUploads  = "uploads"  // too many at a time
	BusyPictures = "pictures" // no memory to decode one
	BusyModel    = "model"    // too many wait for it
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

// Busy is 503 with Retry-After for a request that the server has no room for now. The reason is one of the Busy constants.
func Busy(reason, detail string) *Error {
	e := Unavailable(detail, nil)
	e.Busy = reason
	return e
}
