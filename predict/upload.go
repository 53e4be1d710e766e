package predict

import (
	"net/http"
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
)

// Limits of uploads.
const (
	// maxUploads is how many requests are read at a time, each with one file in memory.
	maxUploads = 64
	// stallTime is how long a client may send nothing while it holds a slot, uploadTime how long the whole may take.
	stallTime  = httpapi.BodyStall
	uploadTime = 5 * time.Minute
	// graceTime and slowestUpload (bytes a second, below a weak mobile network) bound how long a client that sends little may hold
	// a slot.
	graceTime     = 30 * time.Second
	slowestUpload = 2 << 10
)

// uploading bounds how many uploads are read at a time, and how long each may take.
func (p *Predict) uploading(next httpapi.HandlerFunc) httpapi.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) error {
		r.Body = httpapi.NewTimedBody(w, r.Body, httpapi.BodyLimits{
			Stall: p.stallTime, Total: uploadTime, Grace: p.graceTime, MinRate: slowestUpload,
		})
		err := p.admit(w, r, next)
		if err != nil && r.Context().Err() == nil {
			p.metrics.failed(err)
		}
		return err
	}
}

func (p *Predict) admit(w http.ResponseWriter, r *http.Request, next httpapi.HandlerFunc) error {
	if !p.uploadSlots.TryAcquire(1) {
		return httpapi.Busy(httpapi.BusyUploads, "Too many uploads at a time; try again")
	}
	defer p.uploadSlots.Release(1)
	return next(w, r)
}
