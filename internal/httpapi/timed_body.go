package httpapi

import (
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"os"
	"slices"
	"strings"
	"time"
)

// Limits of a client that sends slowly.
const (
	// BodyStall is how long a client may send nothing of a body.
	BodyStall = 15 * time.Second
	// jsonTimeout is how long a JSON body may take as a whole.
	jsonTimeout = time.Minute
)

// MaxJSONBody is the size limit of a JSON body in bytes.
const MaxJSONBody = 1 << 20

// Limits of reading what a handler left of a body. It is read because some clients send all of their body before they read the
// answer. Beyond a limit the connection is closed.
const (
	drainBytes = 64 << 20
	drainTime  = 5 * time.Second
	drainStall = 500 * time.Millisecond // without a byte
)

// withBodyDeadline bounds the wait for a body that no handler reads, and drains what a handler left. A handler that reads a body
// sets deadlines of its own. http.Server.ReadTimeout is no choice: when it ends, net/http cancels the request as if the client
// had left, even while the answer is written.
func withBodyDeadline(stall time.Duration, next http.Handler) http.Handler {
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
			rest := NewTimedBody(w, body, BodyLimits{Stall: drainStall, Total: drainTime})
			_, _ = io.CopyN(io.Discard, rest, drainBytes) // an error changes nothing: the answer is written
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

// BodyLimits bound how long a client may take to send a body.
type BodyLimits struct {
	Stall   time.Duration // without a byte
	Total   time.Duration
	Grace   time.Duration // before MinRate counts
	MinRate int64         // bytes a second that a client has to average after Grace; 0 is no bound
}

// TimedBody is a body that fails when its client sends too slowly.
type TimedBody struct {
	io.ReadCloser
	control *http.ResponseController
	limits  BodyLimits
	began   time.Time
	read    int64
	err     error
}

// NewTimedBody returns a request's body with limits that start now.
func NewTimedBody(w http.ResponseWriter, body io.ReadCloser, limits BodyLimits) *TimedBody {
	return &TimedBody{ReadCloser: body, control: http.NewResponseController(w), limits: limits, began: time.Now()}
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

// Err returns the error of reading, nil without one. It distinguishes a connection that broke from a malformed body.
func (b *TimedBody) Err() error { return b.err }

// Bytes returns the number of bytes read.
func (b *TimedBody) Bytes() int64 { return b.read }

// timedOut reports whether the client sent too slowly.
func (b *TimedBody) timedOut() bool { return errors.Is(b.err, os.ErrDeadlineExceeded) }

// ReadBody reads a body of one of the media types, at most limit bytes. Another type is 415, a larger body 413, a body that
// takes longer than jsonTimeout 400.
func ReadBody(w http.ResponseWriter, r *http.Request, limit int64, mediaTypes ...string) ([]byte, error) {
	got, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || !slices.Contains(mediaTypes, got) {
		return nil, UnsupportedMediaType("Content-Type must be " + strings.Join(mediaTypes, " or "))
	}
	tooLong := PayloadTooLarge(fmt.Sprintf("The body is larger than %d bytes", limit))
	if r.ContentLength > limit {
		return nil, tooLong
	}
	sent := NewTimedBody(w, r.Body, BodyLimits{Stall: BodyStall, Total: jsonTimeout})
	body, err := io.ReadAll(io.LimitReader(sent, limit+1))
	if int64(len(body)) > limit {
		return nil, tooLong
	}
	if sent.timedOut() {
		return nil, &Error{Status: http.StatusBadRequest, Type: TypeBadRequest, Detail: "The body came too slowly", Cause: err, slow: true}
	}
	if err != nil {
		return nil, &Error{Status: http.StatusBadRequest, Type: TypeBadRequest, Detail: "The body could not be read", Cause: err}
	}
	return body, nil
}
