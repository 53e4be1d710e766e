package httpapi

import "github.com/prometheus/client_golang/prometheus"

// Why a request was refused that another moment would have taken: the reasons of skeeter_http_shed_total. The first ones are
// the lanes.
const (
	ShedOrdinary = "ordinary"
	ShedLarge    = "large"
	ShedDownload = "download"
	ShedMemory   = "memory"
	ShedRate     = "rate"     // the client's own limit
	ShedUploads  = "uploads"  // too many at a time
	ShedPictures = "pictures" // no memory to decode one
	ShedModel    = "model"    // too many wait for it
)

var shedReasons = []string{ShedOrdinary, ShedLarge, ShedDownload, ShedMemory, ShedRate, ShedUploads, ShedPictures, ShedModel}

func newShedCounter() *prometheus.CounterVec {
	c := prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "skeeter_http_shed_total",
		Help: "Requests refused because of load, by what was short.",
	}, []string{"reason"})
	for _, reason := range shedReasons {
		c.WithLabelValues(reason)
	}
	return c
}

// Busy is 503 with Retry-After for a request that the server has no room for now. The reason is one of the Shed constants.
func Busy(reason, detail string) *Error {
	e := Unavailable(detail, nil)
	e.Shed = reason
	return e
}
