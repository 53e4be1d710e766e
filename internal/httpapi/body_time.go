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

// withBodyDeadline bounds the wait for a body that no handler reads: net/http reads the rest of it before it answers. Who reads
// a body sets deadlines of its own. The server has none for the request as a whole, because net/http would take it for the
// client's leave, also while the answer is written.
func withBodyDeadline(stall time.Duration, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Body != http.NoBody && r.ContentLength != 0 {
			_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(stall)) // a test's recorder has no connection
		}
		next.ServeHTTP(w, r)
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
