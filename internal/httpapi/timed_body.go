package httpapi

import (
	"errors"
	"io"
	"net/http"
	"os"
	"time"
)

// Limits of a client that sends slowly.
const (
	// BodyStall is how long a client may send nothing of a body.
	BodyStall = 15 * time.Second
	// jsonTime is how long a JSON body may take as a whole.
	jsonTime = time.Minute
)

// Limits of reading a body that was refused. It is read all the same, so that clients which send all of it before they look for
// an answer see one. Beyond a limit the connection is closed.
const (
	drainBytes = 64 << 20
	drainTime  = 5 * time.Second
	drainStall = 500 * time.Millisecond // without a byte
)

// withBodyDeadline bounds the wait for a body that no handler reads, and drains what a handler left. A handler that reads a body
// sets deadlines of its own. The server has none for the request as a whole: net/http would take it for the client's leave, even
// while the answer is written.
func withBodyDeadline(stall time.Duration, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Body == http.NoBody || r.ContentLength == 0 {
			next.ServeHTTP(w, r)
			return
		}
		body := r.Body
		_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(stall)) // a test's recorder has no connection
		next.ServeHTTP(w, r)
		if r.Header.Get("Expect") == "" { // else the client waits for permission to send, and gets the answer instead
			rest := NewTimedBody(w, body, BodyLimits{Stall: drainStall, Total: drainTime})
			_, _ = io.CopyN(io.Discard, rest, drainBytes) // the answer says what was wrong
		}
	})
}

// BodyLimits bound how long a client may take to send a body.
type BodyLimits struct {
	Stall time.Duration // without a byte
	Total time.Duration
	// Grace and MinRate bound a client that sends little: after Grace it has to have sent MinRate bytes a second. A MinRate of 0
	// is no bound.
	Grace   time.Duration
	MinRate int64
}

// TimedBody is a body whose client has to keep sending.
type TimedBody struct {
	io.ReadCloser
	control *http.ResponseController
	limits  BodyLimits
	began   time.Time
	read    int64
	err     error
}

// NewTimedBody returns a request's body with limits that begin now.
func NewTimedBody(w http.ResponseWriter, body io.ReadCloser, limits BodyLimits) *TimedBody {
	return &TimedBody{ReadCloser: body, control: http.NewResponseController(w), limits: limits, began: time.Now()}
}

// Read reads, with a deadline for the next bytes.
func (b *TimedBody) Read(p []byte) (int, error) {
	_ = b.control.SetReadDeadline(b.deadline()) // a test's recorder has no connection
	n, err := b.ReadCloser.Read(p)
	b.read += int64(n)
	switch {
	case errors.Is(err, io.EOF):
		// From now on net/http listens for the client to leave, and would take a deadline for that.
		_ = b.control.SetReadDeadline(time.Time{})
	case err != nil:
		b.err = err
	}
	return n, err
}

func (b *TimedBody) deadline() time.Time {
	deadline := time.Now().Add(b.limits.Stall)
	if end := b.began.Add(b.limits.Total); end.Before(deadline) {
		deadline = end
	}
	if rate := b.limits.MinRate; rate > 0 {
		due := b.began.Add(b.limits.Grace + time.Duration(b.read)*time.Second/time.Duration(rate))
		if due.Before(deadline) {
			deadline = due
		}
	}
	return deadline
}

// Err returns why reading failed, nil when it did not: it tells a connection that broke from a body that is malformed.
func (b *TimedBody) Err() error { return b.err }

// Bytes returns how many bytes were read.
func (b *TimedBody) Bytes() int64 { return b.read }

// late says that the client sent too slowly.
func (b *TimedBody) late() bool { return errors.Is(b.err, os.ErrDeadlineExceeded) }
