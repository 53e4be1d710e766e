package httpapi

import (
	"context"
	"errors"
	"math"
	"net/http"
	"strconv"
)

// errorBody is the body of every error.
type errorBody struct {
	Detail string       `json:"detail"`
	Type   string       `json:"type"`
	Errors []FieldError `json:"errors,omitempty"`
}

// statusClientGone is what the log and the metrics show for a client that left before its answer (nginx's code).
const statusClientGone = 499

type responder struct {
	metrics     *Metrics
	unavailable func(error) bool
}

// respond writes the answer of an error that a handler returned before it wrote anything. The connection of a client that left
// is cut: it may have closed one direction only, and would take what net/http writes for a handler that is silent, 200 without a
// body, for an answer.
func (rs responder) respond(w http.ResponseWriter, r *http.Request, err error) {
	e := asError(err, rs.unavailable)
	if errors.Is(r.Context().Err(), context.Canceled) && !e.late {
		Abort(r, err)
	}
	if e.Busy != "" {
		rs.metrics.busy.WithLabelValues(e.Busy).Inc()
		note(r).busy = e.Busy
	}
	if e.Cause != nil || e.Status >= http.StatusInternalServerError && e.Status != http.StatusServiceUnavailable {
		note(r).err = err // a server that is only busy says so with its status
	}
	WriteError(w, e)
}

// WriteError writes an error body with its headers.
func WriteError(w http.ResponseWriter, e *Error) {
	h := w.Header()
	for _, name := range []string{"Content-Length", "Content-Disposition", "ETag", "Cache-Control", "Last-Modified", "Content-Language", "Permissions-Policy"} {
		h.Del(name)
	}
	if e.RetryAfter > 0 {
		h.Set("Retry-After", strconv.Itoa(int(math.Ceil(e.RetryAfter.Seconds()))))
	}
	if e.Status == http.StatusUnauthorized {
		h.Set("WWW-Authenticate", `Bearer realm="skeeter"`) // RFC 6750, section 3, asks for a parameter
	}
	h.Set("Content-Security-Policy", policyOfData)
	if err := JSON(w, e.Status, errorBody{Detail: e.Detail, Type: e.Type, Errors: e.Fields}); err != nil {
		w.WriteHeader(http.StatusInternalServerError)
	}
}
