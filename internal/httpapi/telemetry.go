package httpapi

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"strings"
	"time"

	"github.com/google/uuid"
	"go.opentelemetry.io/otel/trace"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi/limits"
	"github.com/skeeter-surveillance/skeeter/internal/telemetry"
)

// requestNote carries what the router and the handler know of a request to withTelemetry, and the slots to AcquireSlot.
type requestNote struct {
	route  string        // template of the matched route
	status int           // overrides the status written
	err    error         // the cause that only the log gets
	busy   string        // why load refused the request, one of the Busy constants
	slots  *limits.Slots // of a light route
}

type noteKey struct{}

func note(r *http.Request) *requestNote {
	if n, ok := r.Context().Value(noteKey{}).(*requestNote); ok {
		return n
	}
	return &requestNote{}
}

// ErrStopped is the cause of the context of a request that the server cuts because it stops.
var ErrStopped = errors.New("the server stopped before the answer was finished")

// clientLeft reports whether a request ended because its client closed the connection.
func clientLeft(r *http.Request) bool {
	return errors.Is(r.Context().Err(), context.Canceled) && !serverStopped(r)
}

func serverStopped(r *http.Request) bool { return errors.Is(context.Cause(r.Context()), ErrStopped) }

// Abort cuts the connection of an answer that was begun and cannot be finished, so that no client takes a part for the whole.
// The log gets the error, unless the client left. Abort does not return.
func Abort(r *http.Request, err error) {
	switch n := note(r); {
	case clientLeft(r):
		n.status = statusClientGone
	case serverStopped(r):
		n.err = ErrStopped
	default:
		n.err = err
	}
	panic(http.ErrAbortHandler)
}

const maxRequestID = 64

// requestID returns the id that the client or a proxy sent, if it is a plain token, else a new one.
func requestID(r *http.Request) string {
	id := r.Header.Get("X-Request-Id")
	plain := func(c rune) bool {
		return c == '-' || c == '_' || c == '.' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
	}
	if id == "" || len(id) > maxRequestID || strings.ContainsFunc(id, func(c rune) bool { return !plain(c) }) {
		return uuid.NewString()
	}
	return id
}

// unmatched is the route of a request whose path no route has.
const unmatched = "unmatched"

// Bounds of the values in a log line, in bytes.
const (
	maxLoggedPath   = 300
	maxLoggedMethod = 20
	maxLoggedError  = 2000
)

// withTelemetry gives a request its id and its span, writes its log line and counts it in the metrics.
func withTelemetry(log *slog.Logger, metrics *Metrics, tracing trace.TracerProvider, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		began := time.Now()
		id := requestID(r)
		n := &requestNote{route: unmatched}
		ctx, span := startSpan(tracing, r, id)
		ctx = context.WithValue(telemetry.WithRequest(ctx, id), noteKey{}, n)
		rec := &recorder{ResponseWriter: w, head: r.Method == http.MethodHead}
		w.Header().Set("X-Request-Id", id)
		metrics.inFlight.Inc()
		defer func() {
			metrics.inFlight.Dec()
			switch {
			case rec.gone && serverStopped(r):
				n.err = ErrStopped
			case rec.gone:
				n.status, n.err = statusClientGone, nil
			}
			status := cmp.Or(n.status, rec.status, http.StatusOK)
			took := time.Since(began)
			metrics.observe(n.route, r.Method, status, took, rec.bytes)
			endSpan(span, r, n, status)
			logRequest(ctx, log, r, n, status, rec.bytes, took)
		}()
		next.ServeHTTP(rec, r.WithContext(ctx))
	})
}

// logRequest writes the one line of a request. Its level is error when the server failed, also after a successful status, and debug for what
// monitoring reads every few seconds, while it succeeds.
func logRequest(ctx context.Context, log *slog.Logger, r *http.Request, n *requestNote, status int, bytes int64, took time.Duration) {
	level := slog.LevelInfo
	if monitoring[r.URL.Path] && status < http.StatusBadRequest {
		level = slog.LevelDebug
	}
	if n.err != nil && (status < http.StatusBadRequest || status >= http.StatusInternalServerError) {
		level = slog.LevelError
	}
	if !log.Enabled(ctx, level) {
		return
	}
	attrs := make([]slog.Attr, 0, 9)
	attrs = append(attrs, slog.String("method", cut(r.Method, maxLoggedMethod)), slog.String("path", cut(r.URL.Path, maxLoggedPath)),
		slog.String("route", n.route), slog.Int("status", status), slog.Int64("bytes", bytes),
		slog.Float64("duration_ms", float64(took.Microseconds())/1000))
	if n.busy != "" {
		attrs = append(attrs, slog.String("shed", n.busy))
	}
	if n.err != nil {
		attrs = append(attrs, slog.String("error", cut(n.err.Error(), maxLoggedError)))
	}
	log.LogAttrs(ctx, level, "request", attrs...)
}

func cut(s string, bytes int) string {
	if len(s) <= bytes {
		return s
	}
	return s[:bytes] + "..."
}

// withRecovery answers a panic with 500. It lets http.ErrAbortHandler, the panic of Abort, cut the connection.
func withRecovery(log *slog.Logger, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			if v := recover(); v != nil {
				if v == http.ErrAbortHandler { //nolint:errorlint // a panic value, compared as net/http does
					panic(v)
				}
				log.ErrorContext(r.Context(), "panic", "value", v, "stack", string(debug.Stack()))
				note(r).err = fmt.Errorf("panic: %v", v)
				writeError(w, asError(nil, nil))
			}
		}()
		next.ServeHTTP(w, r)
	})
}

// recorder records the status, the bytes sent, and whether the client left.
type recorder struct {
	http.ResponseWriter
	status int
	bytes  int64
	head   bool // the request is HEAD: net/http accepts a body and does not send it
	gone   bool // a write failed
}

func (rec *recorder) WriteHeader(status int) {
	if rec.status == 0 && status >= http.StatusOK {
		rec.status = status
	}
	rec.ResponseWriter.WriteHeader(status)
}

func (rec *recorder) Write(b []byte) (int, error) {
	if rec.status == 0 {
		rec.status = http.StatusOK
	}
	n, err := rec.ResponseWriter.Write(b)
	if !rec.head {
		rec.bytes += int64(n)
	}
	rec.gone = rec.gone || err != nil && !errors.Is(err, http.ErrBodyNotAllowed)
	return n, err
}

// Unwrap lets http.ResponseController reach the connection.
func (rec *recorder) Unwrap() http.ResponseWriter { return rec.ResponseWriter }

// Flush sends what was written so far.
func (rec *recorder) Flush() { _ = http.NewResponseController(rec.ResponseWriter).Flush() }
