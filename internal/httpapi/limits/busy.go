package limits

import "github.com/prometheus/client_golang/prometheus"

// Reasons of a BusyError, the label values of skeeter_http_shed_total. The first three are the lanes, in the order of
// their constants.
const (
	BusyOrdinary = "ordinary"
	BusyLarge    = "large"
	BusyDownload = "download"
	BusyMemory   = "memory"
	BusyRate     = "rate"     // the client exceeds its Rate
	BusyUploads  = "uploads"  // too many uploads at a time
	BusyPictures = "pictures" // no memory to decode a picture
	BusyModel    = "model"    // too many pictures wait for the model
	BusySignIn   = "sign_in"  // too many passwords are hashed
)

var busyReasons = []string{BusyOrdinary, BusyLarge, BusyDownload, BusyMemory, BusyRate, BusyUploads, BusyPictures, BusyModel, BusySignIn}

// NewBusyCounter returns the counter of refused requests, with every reason at 0.
func NewBusyCounter() *prometheus.CounterVec {
	c := prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "skeeter_http_shed_total",
		Help: "Requests refused because of load, by what was short.",
	}, []string{"reason"})
	for _, reason := range busyReasons {
		c.WithLabelValues(reason)
	}
	return c
}

// BusyError refuses a request because of load.
type BusyError struct {
	Reason string // one of the Busy constants
	Detail string // for the client
}

func (e *BusyError) Error() string { return e.Detail }
