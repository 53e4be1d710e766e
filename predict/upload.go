package predict

import (
	"net/http"
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi/limits"
)

// Limits of uploads.
const (
	maxUploads    = 64               // requests that are read at a time, each with one file in memory
	stallTime     = limits.BodyStall // without a byte
	uploadTime    = 5 * time.Minute  // for the whole form
	graceTime     = 30 * time.Second // before slowestUpload counts
	slowestUpload = 2 << 10          // bytes a second, less than a weak mobile network
)

// withUploadLimits bounds how many uploads are read at a time and how long each may take, and counts failures. Where pictures are kept, it
// refuses those of foreign pages.
func (p *Predict) withUploadLimits(next httpapi.HandlerFunc) httpapi.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) error {
		if p.Uploads != nil {
			if err := httpapi.CheckOrigin(r); err != nil {
				return err
			}
		}
		r.Body = limits.NewTimedBody(w, r.Body, limits.Pace{
			Stall: stallTime, Total: uploadTime, Grace: graceTime, MinRate: slowestUpload,
		})
		err := p.withSlot(w, r, next)
		if err != nil && r.Context().Err() == nil {
			p.metrics.countFailure(err)
		}
		return err
	}
}

func (p *Predict) withSlot(w http.ResponseWriter, r *http.Request, next httpapi.HandlerFunc) error {
	if !p.uploadSlots.TryAcquire(1) {
		return httpapi.Busy(limits.BusyUploads, "Too many uploads at a time; try again")
	}
	defer p.uploadSlots.Release(1)
	return next(w, r)
}
