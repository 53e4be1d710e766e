package predict

import (
	"errors"
	"io"
	"net/http"
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
)

// Limits of uploads.
const (
	// maxUploads is how many requests are read at a time, each with one file in memory.
	maxUploads = 64
	// stallTime is how long a client may send nothing while it holds a place, uploadTime how long the whole may take.
	stallTime  = httpapi.BodyStall
	uploadTime = 5 * time.Minute
	// graceTime and slowestUpload bound how long it may hold a place while it sends little: in bytes a second, below what a weak
	// mobile network does.
	graceTime     = 30 * time.Second
	slowestUpload = 2 << 10
)

// uploading gives a handler its place among the uploads, and bounds how long the upload may take.
func (p *Predict) uploading(next httpapi.HandlerFunc) httpapi.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) error {
		body := &uploadBody{ReadCloser: r.Body, control: http.NewResponseController(w), stall: p.stallTime,
			due: time.Now().Add(p.graceTime), until: time.Now().Add(uploadTime)}
		r.Body = body
		err := p.admit(w, r, next)
		if err != nil && r.Context().Err() == nil {
			p.metrics.failed(err)
		}
		return err
	}
}

func (p *Predict) admit(w http.ResponseWriter, r *http.Request, next httpapi.HandlerFunc) error {
	if !p.uploads.TryAcquire(1) {
		return httpapi.Busy(httpapi.ShedUploads, "Too many uploads at a time; try again")
	}
	defer p.uploads.Release(1)
	return next(w, r)
}

// uploadBody remembers how reading went, so that a connection that broke is told from a form that is malformed.
type uploadBody struct {
	io.ReadCloser
	control *http.ResponseController
	stall   time.Duration
	due     time.Time // when something more has to be there: later with every byte
	until   time.Time // when reading ends in any case
	read    int64
	err     error // other than io.EOF
}

func (b *uploadBody) Read(p []byte) (int, error) {
	// A recorder of a test knows no deadline.
	deadline := time.Now().Add(b.stall)
	if due := b.due.Add(time.Duration(b.read) * time.Second / slowestUpload); due.Before(deadline) {
		deadline = due
	}
	if b.until.Before(deadline) {
		deadline = b.until
	}
	_ = b.control.SetReadDeadline(deadline)
	n, err := b.ReadCloser.Read(p)
	b.read += int64(n)
	if errors.Is(err, io.EOF) {
		// From now on net/http listens for the client to leave, and would take a deadline for that.
		_ = b.control.SetReadDeadline(time.Time{})
	}
	if err != nil && !errors.Is(err, io.EOF) {
		b.err = err
	}
	return n, err
}
