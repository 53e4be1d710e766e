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

// How much of a body that was refused is read all the same, so that clients which send all of it before they look for an answer see
// one: so many bytes, for so long, until nothing comes for so long. Then the connection is closed.
const (
	drainBytes = 64 << 20
	drainTime  = 5 * time.Second
	drainStall = 500 * time.Millisecond
)

// withBodyDeadline bounds the wait for a body that no handler reads, and reads to its end, within limits, what a handler left. Who
// reads a body sets deadlines of its own. The server has none for the request as a whole, because net/http would take it for the
// client's leave, also while the answer is written.
func withBodyDeadline(stall time.Duration, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Body == http.NoBody || r.ContentLength == 0 {
			next.ServeHTTP(w, r)
			return
		}
		control, body := http.NewResponseController(w), r.Body
		_ = control.SetReadDeadline(time.Now().Add(stall)) // a test's recorder has no connection
		next.ServeHTTP(w, r)
		if r.Header.Get("Expect") == "" { // else the client waits for leave to send, and gets the answer instead
			left := &timedBody{Reader: body, control: control, stall: drainStall, until: time.Now().Add(drainTime)}
			_, _ = io.CopyN(io.Discard, left, drainBytes) // what ends it is told by the answer
		}
	})
}

// timedBody is a body whose client has to keep sending.
type timedBody struct {
	io.Reader
	control *http.ResponseController
	stall   time.Duration
	until   time.Time // when it has to be complete
	late    bool      // it was not
}

// Read reads, with a deadline for the next bytes.
func (b *timedBody) Read(p []byte) (int, error) {
	deadline := time.Now().Add(b.stall)
	if b.until.Before(deadline) {
		deadline = b.until
	}
	_ = b.control.SetReadDeadline(deadline) // a test's recorder has no connection
	n, err := b.Reader.Read(p)
	if errors.Is(err, io.EOF) {
		// From now on net/http listens for the client to leave, and would take a deadline for that.
		_ = b.control.SetReadDeadline(time.Time{})
	}
	b.late = errors.Is(err, os.ErrDeadlineExceeded)
	return n, err
}
