package limits

import (
	"errors"
	"io"
	"net/http"
	"os"
	"time"
)

// BodyStall is how long a client may send nothing of a body.
const BodyStall = 15 * time.Second

// Limits of reading what a handler left of a body. It is read because some clients send all of their body before they read the
// answer. Beyond a limit the connection ends: net/http would take for a request what comes of the body later.
const (
	drainBytes = 64 << 20
	drainTime  = 5 * time.Second
	drainStall = 500 * time.Millisecond // without a byte
)

// WithBodyDeadline bounds the wait for a body that no handler reads, and drains what a handler left. A handler that reads a body
// sets deadlines of its own. http.Server.ReadTimeout is no choice: when it ends, net/http cancels the request as if the client
// had left, even while the answer is written.
func WithBodyDeadline(stall time.Duration, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Body == http.NoBody || r.ContentLength == 0 {
			next.ServeHTTP(w, r)
			return
		}
		body := &watchedBody{ReadCloser: r.Body}
		r.Body = body
		control := http.NewResponseController(w)
		_ = control.EnableFullDuplex()                     // else net/http reads up to 256 KB of the body before it sends the answer
		_ = control.SetReadDeadline(time.Now().Add(stall)) // a test's recorder has no connection
		next.ServeHTTP(w, r)
		if !body.ended {
			_ = control.Flush() // the answer goes first: a client that reads it may stop sending
		}
		if r.Header.Get("Expect") == "" { // with Expect: 100-continue the client has not sent its body
			rest := NewTimedBody(w, body, Pace{Stall: drainStall, Total: drainTime})
			if _, _ = io.CopyN(io.Discard, rest, drainBytes); !body.ended {
				endReads(r.Context())
			}
		}
	})
}

// watchedBody remembers whether it was read to its end.
type watchedBody struct {
	io.ReadCloser
	ended bool
}

func (b *watchedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	b.ended = b.ended || errors.Is(err, io.EOF)
	return n, err
}

// Pace bounds how long a client may take to send a body.
type Pace struct {
	Stall   time.Duration // without a byte
	Total   time.Duration
	Grace   time.Duration // before MinRate counts
	MinRate int64         // bytes a second that a client has to average after Grace; 0 is no bound
}

// TimedBody is a body that fails when its client sends too slowly.
type TimedBody struct {
	io.ReadCloser
	control *http.ResponseController
	pace    Pace
	began   time.Time
	read    int64
	err     error
}

// NewTimedBody returns a request's body whose pace is measured from now on.
func NewTimedBody(w http.ResponseWriter, body io.ReadCloser, pace Pace) *TimedBody {
	return &TimedBody{ReadCloser: body, control: http.NewResponseController(w), pace: pace, began: time.Now()}
}

// Read reads with a deadline for the next bytes.
func (b *TimedBody) Read(p []byte) (int, error) {
	_ = b.control.SetReadDeadline(b.deadline()) // a test's recorder has no connection
	n, err := b.ReadCloser.Read(p)
	b.read += int64(n)
	switch {
	case errors.Is(err, io.EOF):
		// From now on net/http reads to learn when the client leaves, and would take a deadline for that.
		_ = b.control.SetReadDeadline(time.Time{})
	case err != nil:
		b.err = err
	}
	return n, err
}

func (b *TimedBody) deadline() time.Time {
	deadline := time.Now().Add(b.pace.Stall)
	if end := b.began.Add(b.pace.Total); end.Before(deadline) {
		deadline = end
	}
	if rate := b.pace.MinRate; rate > 0 {
		due := b.began.Add(b.pace.Grace + time.Duration(b.read)*time.Second/time.Duration(rate))
		if due.Before(deadline) {
			deadline = due
		}
	}
	return deadline
}

// Err returns the error of reading, nil without one. It distinguishes a connection that broke from a malformed body.
func (b *TimedBody) Err() error { return b.err }

// Bytes returns the number of bytes read.
func (b *TimedBody) Bytes() int64 { return b.read }

// TimedOut reports whether the client sent too slowly.
func (b *TimedBody) TimedOut() bool { return errors.Is(b.err, os.ErrDeadlineExceeded) }
