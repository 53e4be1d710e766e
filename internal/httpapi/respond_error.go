package httpapi

import (
	"context"
	"errors"
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"
)

type errorBody struct {
	Detail string       `json:"detail"`
	Type   string       `json:"type"`
	Errors []FieldError `json:"errors,omitempty"`
}

// statusClientGone is the status in the log and the metrics of a request whose client left before its answer. nginx uses it.
const statusClientGone = 499

type responder struct {
	metrics     *Metrics
	unavailable func(error) bool
}

// respond answers an error that a handler returned before it wrote anything. When the client left, it cuts the connection: the
// client may have closed its sending side only, and net/http would send it 200 without a body.
func (rs responder) respond(w http.ResponseWriter, r *http.Request, err error) {
	e := asError(err, rs.unavailable)
	if errors.Is(r.Context().Err(), context.Canceled) && !e.slow {
		Abort(r, err)
	}
	if e.Busy != "" {
		rs.metrics.busy.WithLabelValues(e.Busy).Inc()
		note(r).busy = e.Busy
	}
	if e.Cause != nil || e.Status >= http.StatusInternalServerError && e.Status != http.StatusServiceUnavailable {
		note(r).err = err // a 503 without a cause is load: its status tells enough
	}
	writeError(w, e)
}

// writeError writes an error body with its headers.
func writeError(w http.ResponseWriter, e *Error) {
	h := w.Header()
	for _, name := range []string{"Content-Length", "Content-Disposition", "ETag", "Surrogate-Key", "Cache-Tag", "Last-Modified", "Content-Language", "Permissions-Policy"} {
		h.Del(name)
	}
	if !strings.HasPrefix(h.Get("Cache-Control"), "private") { // an error may tell who asks, too
		h.Del("Cache-Control")
	}
	if e.RetryAfter > 0 {
		setRetryAfter(h, e.RetryAfter)
	}
	if e.Status == http.StatusUnauthorized {
		challenge := `Bearer realm="skeeter"` // RFC 6750, section 3, asks for a parameter, and for no error where no token was sent
		if e.badToken {
			challenge += `, error="invalid_token"`
		}
		h.Set("WWW-Authenticate", challenge)
	}
	h.Set("Content-Security-Policy", policyOfData)
	if err := JSON(w, e.Status, errorBody{Detail: e.Detail, Type: e.Type, Errors: e.Fields}); err != nil {
		w.WriteHeader(http.StatusInternalServerError)
	}
}

func setRetryAfter(h http.Header, wait time.Duration) {
	h.Set("Retry-After", strconv.Itoa(int(math.Ceil(wait.Seconds()))))
}
